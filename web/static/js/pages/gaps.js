// The space between things that stand in a row or column (`gap`), kept by their margins where the
// browser gives it to grids only: fetched by such a browser alone.

const keep = () => document.querySelectorAll("body *").forEach(spread);
new MutationObserver(keep).observe(document.body, {
  attributeFilter: ["class", "hidden"],
  childList: true,
  subtree: true,
});
window.addEventListener("resize", keep);
keep();

/** @param {Element} box */
function spread(box) {
  const { display, flexDirection, flexWrap, columnGap, rowGap } = getComputedStyle(box);
  const isFlex = display.includes("flex");
  const shown = isFlex ? [...box.children].filter(isInFlow) : [];
  const inRow = !flexDirection.startsWith("column");
  shown.forEach((child, place) => {
    const isLast = place === shown.length - 1;
    space(child, "margin-right", inRow && !isLast ? columnGap : "");
    // What goes on in another line is kept apart from it, too.
    const below = inRow ? flexWrap !== "nowrap" : !isLast;
    space(child, "margin-bottom", below ? rowGap : "");
  });
}

/** @param {Element} child */
function isInFlow(child) {
  const { display, position } = getComputedStyle(child);
  return display !== "none" && position !== "absolute" && position !== "fixed";
}

/** @type {(child: Element, side: string, room: string) => void} */
function space(child, side, room) {
  const { style } = /** @type {HTMLElement} */ (child);
  const wanted = room === "normal" ? "" : room;
  if (style.getPropertyValue(side) !== wanted) style.setProperty(side, wanted);
}
