import { byId } from "../base/dom.js";
import { evening } from "../evening/load.js";
import { showPage } from "../page.js";

/** Past games, as soon as they are there. @type {{ update: (state: State) => void } | null} */
let past = null;

const { live } = showPage({
  draw: (state) => past?.update(state),
  history: { most: Infinity },
});
live.wantEarlier();
live.start();
evening().then(
  ({ PastGames }) => (past = new PastGames(byId("evening"))),
  (error) => console.warn(error),
);
