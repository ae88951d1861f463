import { follow } from "../page.js";

follow({ history: { most: 30 } }).live.start();
