import { follow } from "../page.js";

follow({ stage: { zoom: true }, history: { most: 30 } }).live.start();
