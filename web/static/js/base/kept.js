// What a page keeps in the browser, as JSON: for this device, or for its tab alone. A browser may keep nothing.

/** @type {(key: string, storage?: () => Storage) => any} what was kept; undefined: nothing that can be read */
export function recall(key, storage = () => localStorage) {
  try {
    return JSON.parse(storage().getItem(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keep it; undefined: keep nothing any more. @type {(key: string, what: unknown, storage?: () => Storage) => void} */
export function keepAs(key, what, storage = () => localStorage) {
  try {
    if (what === undefined) storage().removeItem(key);
    else storage().setItem(key, JSON.stringify(what));
  } catch {
    // It holds for as long as the page is open.
  }
}

export const inTab = () => sessionStorage;
