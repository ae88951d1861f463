import { follow } from "../page.js";

follow().live.start();
