// A page as far as the scripts' logic needs one: its role, its texts, and nothing to draw on.

const SCRIPTS = "../../../web/static/js";

/**
 * Put it in place, for a script that is imported after this.
 * @param {{ role?: string, language?: string, texts?: Record<string, string> }} page
 */
export function openPage({ role = "everyone", language = "en", texts = {} } = {}) {
  const catalogue = { textContent: JSON.stringify({ language, texts }) };
  const listens = { addEventListener: () => {} };
  Object.assign(globalThis, {
    window: listens,
    document: { ...listens, body: { dataset: { role } }, getElementById: () => catalogue },
  });
}

/** A script of the pages. `as` tells apart pages of different roles. @type {(path: string, as?: string) => Promise<any>} */
export const script = (path, as = "") => import(`${SCRIPTS}/${path}.js${as && `?${as}`}`);
