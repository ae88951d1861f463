// Tells styles what parts of the page hold: browsers of before 2022 cannot look inside (`:has`).

const HOLDERS = ".board, .board section, .column";

/**
 * Keep in each part's `data-holds` the classes of all that is in it: `a`, `b` and `a.b` for a thing that
 * has both.
 * @param {HTMLElement} root
 */
export function watchHolders(root) {
  new MutationObserver(() => tellAll(root)).observe(root, {
    attributeFilter: ["class"],
    childList: true,
    subtree: true,
  });
  tellAll(root);
}

/** @param {HTMLElement} root */
function tellAll(root) {
  for (const holder of root.querySelectorAll(HOLDERS)) {
    const holds = [...new Set([...holder.querySelectorAll("[class]")].flatMap(toldOf))].join(" ");
    if (holder.getAttribute("data-holds") !== holds) holder.setAttribute("data-holds", holds);
  }
}

/** @param {Element} inside */
function toldOf({ classList }) {
  const [first, ...more] = classList;
  return first === undefined ? [] : [...classList, ...more.map((other) => `${first}.${other}`)];
}
