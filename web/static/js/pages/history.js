import { showPage } from "../page.js";

showPage({ history: { most: 1000 } }).live.start();
