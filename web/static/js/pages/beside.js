// A game's side table: what is kept beside whatever is being played, and changes nothing in it.

import { get, newId, post, role } from "../base/api.js";
import { byId } from "../base/dom.js";
import { usePrints } from "../picture/faces.js";
import { gameOf, loadGame, printsOf } from "../games/registry.js";
import { showPage } from "../page.js";
import { passes } from "../base/sending.js";
import { attempt } from "../base/toast.js";

const AGAIN_MS = 1500;
const MOST_TRIES = 5;

const place = byId("beside");
const game = place.dataset.game ?? "";
const path = `beside/${game}`;
/** As it is before anything was done there. @type {Promise<object> | null} */
let unused = null;

/** Send something under one id until it is answered, so that none is lost and none is done twice. @param {object} words */
async function send(words) {
  const sent = { id: newId(), ...words };
  for (let tries = 1; ; tries += 1) {
    try {
      return await post(path, sent);
    } catch (error) {
      if (!passes(error) || tries === MOST_TRIES) throw error;
    }
    await new Promise((done) => setTimeout(done, AGAIN_MS));
  }
}

/** The game whose side table it is looks as ever, whichever is played. @param {State} state */
async function draw(state) {
  const used = state.beside && state.beside[game];
  if (!used && !unused) unused = get(path);
  const [told] = await Promise.all([used ?? unused, loadGame(game)]);
  if (state !== live.state || !told) return;
  usePrints(printsOf(game));
  const reads = Boolean(used?.reads) && state.camera.health === "running";
  const act = role === "everyone" ? null : (/** @type {object} */ words) => attempt(() => send(words));
  gameOf({ ...state, game, view: {} }).drawBeside?.(place, told, { act, reads });
}

const { live } = showPage({ draw });
live.start();
