import { showPage } from "../page.js";

const { live } = showPage({ history: { most: Infinity } });
live.wantEarlier();
live.start();
