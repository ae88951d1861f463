// Keeps a page of the hub up to date. What somebody reads stays where it is: nothing is loaded anew, and only what
// has changed is drawn.

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const away = /** @type {HTMLElement} */ (document.querySelector("#away"));
const everyMs = 1000 * Number(main.dataset.renewed);
let drawn = main.innerHTML;

/** The page as it is now; null: the hub does not answer, or something else does. @returns {Promise<Document | null>} */
async function read() {
  try {
    const answer = await fetch(location.href, { cache: "no-cache" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return page.querySelector("main") && page;
  } catch {
    return null;
  }
}

/** @param {Document} page */
function draw(page) {
  const now = /** @type {HTMLElement} */ (page.querySelector("main")).innerHTML;
  if (now === drawn) return;
  drawn = now;
  const focused = document.activeElement;
  const link = focused && main.contains(focused) && focused.getAttribute("href");
  main.innerHTML = drawn;
  document.body.className = page.body.className;
  const same = link && [...main.querySelectorAll("a")].find((one) => one.getAttribute("href") === link);
  if (same) same.focus({ preventScroll: true });
}

async function renew() {
  const page = await read();
  away.hidden = page !== null;
  if (page) draw(page);
  setTimeout(renew, everyMs);
}

if (everyMs) setTimeout(renew, everyMs);
