// For the host: with the camera, or by tap; through which camera; what the way to a phone is like.

import { button, h, show } from "../base/dom.js";
import { invitation } from "./invitation.js";
import { isByTap, modeSwitch } from "./mode.js";
import { nameOf, t } from "../base/texts.js";
import { asks } from "../base/toast.js";
import { get } from "../base/api.js";

/** @import { Invitation } from "./invitation.js" */
/** @import { Encryption } from "../types.js" */

export class CameraCard {
  /** @type {State | null} */
  #state = null;
  /** The last code, until a phone has used it. @type {Invitation | null} */
  #invitation = null;
  /** How a phone that scans the code is let in, where that is encrypted. @type {Child} */
  #warning = null;
  #place;
  #folds;
  #wasAsked = false;

  /** @param {HTMLElement} place @param {{ folds?: boolean }} [options] `folds`: during a game only its title is shown */
  constructor(place, { folds = false } = {}) {
    this.#place = place;
    this.#folds = folds;
  }

  /** @param {State} state */
  update(state) {
    if (this.#state && inUse(this.#state) !== inUse(state)) this.#invitation = null;
    this.#state = state;
    this.#draw();
    // A table that begins with a phone shows its code without being asked.
    if (inUse(state) !== "phone" || this.#wasAsked) return;
    this.#wasAsked = true;
    this.#invite();
  }

  #draw = () => {
    const state = this.#state;
    if (!state) return;
    const [used, own] = [inUse(state), state.backends.camera];
    const isOpen = !this.#folds || !state.sitting || used === "phone" || Boolean(this.#invitation);
    show(this.#place, [
      h("h3", t("camera_phone.mode")),
      modeSwitch(state),
      isByTap(state)
        ? !state.sitting && h("p.hint", t("camera_phone.by_tap"))
        : h("details", { open: isOpen }, [
            h("summary", { "data-key": "camera-choice" }, words(used)),
            this.#invitation && this.#scan(this.#invitation),
            h("p.ways-on", this.#keys(used, own)),
          ]),
    ]);
  };

  /** @param {Invitation} made @returns {Child} */
  #scan = (made) =>
    made.link
      ? [h("p", t("camera_phone.scan")), invitation(made), h("div.warning", this.#warning)]
      : h("p", t("camera_phone.no_network"));

  /** All that it is not already. @type {(used: string, own: string) => Child[]} */
  #keys = (used, own) => [
    button("camera-here", t("camera_phone.here"), this.#here, "quiet"),
    button("camera-code", t("camera_phone.code"), this.#invite, "quiet"),
    used !== own && button("camera-end", ownWords(own), back, "quiet"),
  ];

  /** @param {Element} [pressed] */
  #invite = async (pressed) => {
    this.#invitation = await makeCode(pressed);
    if (this.#invitation?.link?.startsWith("https:")) this.#warning = await encryption(true);
    this.#draw();
  };

  /** This very device becomes it: browsers give a camera to what is encrypted, or on their own machine. @param {Element} pressed */
  #here = async (pressed) => {
    const made = await makeCode(pressed);
    if (made) location.assign(isSecureContext ? made.path : (made.link ?? made.path));
  };
}

/** The camera that is looked through, with a phone's name behind it. @param {State} state */
const inUse = ({ camera }) => camera.backend;

/** @param {string} camera */
function words(camera) {
  const [kind, name] = camera.split(/:(.*)/);
  if (kind === "phone") return name ? t("camera_phone.is", { name }) : t("camera_phone.none");
  return t("camera_phone.through", { camera: kindOf(camera) });
}

/** @param {string} own */
const ownWords = (own) =>
  own === "phone" ? t("camera_phone.end") : t("camera_phone.own", { camera: kindOf(own) });

/** @param {string} camera */
const kindOf = (camera) => {
  const [kind] = camera.split(":");
  return nameOf(`backend.${kind}`, kind);
};

/** @type {(pressed?: Element) => Promise<Invitation | null>} */
const makeCode = asks("camera/codes", {}, "host");

/** To the camera that the table began with. */
const back = asks("camera/end", {}, "host");

/** @type {(place: HTMLElement) => Promise<void>} */
export const drawEncryption = async (place) => show(place, await encryption());

/** The same, to be drawn; `toPhone`: of the way by which a phone comes that is the camera. @type {(toPhone?: boolean) => Promise<Child>} */
export async function encryption(toPhone = false) {
  const known = await get("encryption").catch(() => null);
  return known && [h("h2", t("tls.title")), encryptionWords(known, toPhone)];
}

/** @type {(known: Encryption, toPhone: boolean) => Child[]} */
function encryptionWords({ encrypted, made_here, fingerprint, until }, toPhone) {
  if (!encrypted && !(toPhone && fingerprint)) return [h("p.hint", t("tls.off"))];
  const ask = made_here ? ["tls.asks", "tls.steps", "tls.compare"] : ["tls.own"];
  const shown = new Date(until ?? "").toLocaleDateString(document.documentElement.lang);
  return [
    ...["tls.on", ...ask].map((code) => h("p.hint", t(code))),
    h("p.hint", t("tls.fingerprint", { until: shown })),
    h("p.fingerprint", h("code", fingerprint)),
  ];
}
