// The space between things that stand in a row or column (`gap`), kept where the browser gives it to grids only.

/** Whether things in a column are kept apart. */
function knowsGaps() {
  const column = document.createElement("div");
  Object.assign(column.style, { display: "flex", flexDirection: "column", rowGap: "1px" });
  column.append(document.createElement("i"), document.createElement("i"));
  document.body.append(column);
  const { scrollHeight } = column;
  column.remove();
  return scrollHeight === 1;
}

/** Keep things apart by their margins, if the browser does not by itself. @param {HTMLElement} root */
export function keepGaps(root) {
  if (knowsGaps()) return;
  const keep = () => root.querySelectorAll("*").forEach(spread);
  new MutationObserver(keep).observe(root, {
    attributeFilter: ["class", "hidden"],
    childList: true,
    subtree: true,
  });
  window.addEventListener("resize", keep);
  keep();
}

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
