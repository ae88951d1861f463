// A game's side table: what is kept beside whatever is being played, and changes nothing in it.

import { get, role } from "../base/api.js";
import { byId } from "../base/dom.js";
import { usePrints } from "../picture/faces.js";
import { gameOf, loadGame, printsOf } from "../games/registry.js";
import { showPage } from "../page.js";
import { madeOnce } from "../base/later.js";
import { sendUntilAnswered } from "../base/sending.js";
import { attempt } from "../base/toast.js";

const place = byId("beside");
const game = place.dataset.game ?? "";
const path = `beside/${game}`;
/** As it is before anything was done there. */
const unused = madeOnce(() => get(path));

/** The game whose side table it is looks as ever, whichever is played. @param {State} state */
async function draw(state) {
  const used = state.beside && state.beside[game];
  const [told] = await Promise.all([used ?? unused(), loadGame(game)]);
  if (state !== live.state || !told) return;
  usePrints(printsOf(game));
  const reads = Boolean(used?.reads) && state.camera.health === "running";
  const send = (/** @type {object} */ words) => attempt(() => sendUntilAnswered(path, words));
  const act = role === "everyone" ? null : send;
  gameOf({ ...state, game, view: {} }).drawBeside?.(place, told, { act, reads });
}

const { live } = showPage({ draw });
live.start();
