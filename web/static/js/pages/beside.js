// A game's side table: what is kept beside whatever is being played, and changes nothing in it.

import { get, newId, post, role } from "../api.js";
import { byId } from "../dom.js";
import { usePrints } from "../faces.js";
import { drawFaults } from "../faults.js";
import { gameOf, isLoaded, loadGame, printsOf } from "../games/registry.js";
import { lettersLater } from "../letters.js";
import { Live } from "../live.js";
import { RulesPanel } from "../rules.js";
import { passes } from "../sending.js";
import { drawStatus } from "../status.js";
import { attempt } from "../toast.js";

const AGAIN_MS = 1500;
const MOST_TRIES = 5;

const place = byId("beside");
const game = place.dataset.game ?? "";
const path = `beside/${game}`;
const live = new Live();
const rules = new RulesPanel();
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

async function draw() {
  drawStatus(byId("status"), live);
  const { state } = live;
  if (!state) return;
  drawFaults(byId("faults"), state);
  if (!isLoaded(game)) await loadGame(game);
  usePrints(printsOf(game));
  rules.update({ ...state, game, view: null });
  const used = state.beside && state.beside[game];
  if (!used && !unused) unused = get(path);
  const told = used ?? (await unused);
  if (state !== live.state || !told) return;
  const reads = Boolean(used?.reads) && state.camera.health === "running";
  const act = role === "everyone" ? null : (/** @type {object} */ words) => attempt(() => send(words));
  gameOf({ ...state, game, view: {} }).drawBeside?.(place, told, { act, reads });
}

lettersLater();
for (const kind of ["state", "connection"]) live.addEventListener(kind, draw);
drawStatus(byId("status"), live);
live.start();
