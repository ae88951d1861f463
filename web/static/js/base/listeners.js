// Which pages of this browser listen to the table. A browser opens six connections to it, and a page that
// listens keeps one: with six of them, nothing more would come through, and no page could say why.

/** So many pages listen; the sixth connection is for all else. */
export const MOST_LISTENING = 5;
const PREFIX = "companion-listens-";
/** A page that has not told of itself for so long was closed without a word, or was not asked. */
const GONE_MS = 7000;

/**
 * A page's name, when it came and when it last told of itself; whether the others are to do so, too.
 * @typedef {{ name: string, since: number, at: number, asks: boolean }} Listener
 */

const key = PREFIX + Array.from(crypto.getRandomValues(new Uint32Array(2))).join("-");
let since = 0;

/** Tell the other pages that this one listens, or wants to. They are asked whether they are still there. */
export function tellListening(asks = true) {
  since = since || Date.now() + Math.random(); // no two come at the same moment
  const name = document.title.split(" · ")[0];
  /** @type {Listener} */
  const own = { name, since, at: Date.now(), asks };
  attempted(() => localStorage.setItem(key, JSON.stringify(own)), undefined);
}

/** Tell them that it does not any more. */
export function tellGone() {
  since = 0;
  attempted(() => localStorage.removeItem(key), undefined);
}

/** The names of the pages that listen already, if there is no room for this one; none: there is. */
export function pagesInTheWay() {
  const before = attempted(others, []).filter((one) => one.since < since);
  return before.length < MOST_LISTENING ? [] : before.map(({ name }) => name);
}

/** Answer the other pages. @param {() => void} act is called when another page comes, answers or goes */
export const onListeners = (act) =>
  window.addEventListener("storage", (event) => {
    if (!event.key?.startsWith(PREFIX)) return;
    /** @type {Partial<Listener>} */
    const other = JSON.parse(event.newValue ?? "{}");
    if (other.asks && since) tellListening(false);
    act();
  });

/** The other pages that are there. */
function others() {
  return Object.keys(localStorage)
    .filter((name) => name.startsWith(PREFIX) && name !== key)
    .map((name) => /** @type {Listener} */ (JSON.parse(localStorage.getItem(name) ?? "{}")))
    .filter(({ at }) => Date.now() - at < GONE_MS);
}

/** A browser may keep nothing for a page: then each is alone. @type {<Result>(act: () => Result, otherwise: Result) => Result} */
function attempted(act, otherwise) {
  try {
    return act();
  } catch {
    return otherwise;
  }
}
