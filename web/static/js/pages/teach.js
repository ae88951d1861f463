import { showPage } from "../page.js";

showPage().live.start();
