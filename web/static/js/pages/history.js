import { byId, show } from "../base/dom.js";
import { evening } from "../evening/load.js";
import { madeOnce } from "../base/later.js";
import { showPage } from "../page.js";

/** @import { Evening } from "../evening/load.js" */

const pastGames = madeOnce((/** @type {Evening} */ { PastGames }) => new PastGames());

const { live } = showPage({
  draw: (state) => {
    const parts = evening();
    const past = parts && pastGames(parts);
    past?.update(state);
    show(byId("evening"), past?.shown());
  },
  history: { most: Infinity },
});
live.wantEarlier();
live.start();
