import { showPage } from "../page.js";

showPage({ picture: { zoom: true }, history: { most: 30 } }).live.start();
