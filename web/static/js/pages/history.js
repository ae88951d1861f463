import { follow } from "../page.js";

follow({ history: { most: 1000 } }).live.start();
