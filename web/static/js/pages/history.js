import { byId, show } from "../base/dom.js";
import { evening } from "../evening/load.js";
import { showPage } from "../page.js";

/** Past games, as soon as they are there. @type {import("../evening/past.js").PastGames | null} */
let past = null;

const { live } = showPage({
  draw: (state) => {
    past?.update(state);
    show(byId("evening"), past?.shown());
  },
  history: { most: Infinity },
});
live.wantEarlier();
live.start();
evening().then(
  ({ PastGames }) => (past = new PastGames()),
  (error) => console.warn(error),
);
