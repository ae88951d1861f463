// For the host: which phone is the table's camera, how one becomes it, and its end.

import { post } from "./api.js";
import { button, h, show } from "./dom.js";
import { drawEncryption } from "./encryption.js";
import { invitation } from "./invitation.js";
import { t } from "./texts.js";
import { attempt } from "./toast.js";

/** @import { Invitation } from "./invitation.js" */
/** @import { State } from "./types.js" */
/** @typedef {{ currentTarget: Element }} Pressed */

export class CameraPhoneCard {
  /** @type {State | null} */
  #state = null;
  /** The last code, until a phone has used it. @type {Invitation | null} */
  #invitation = null;
  #warning = h("div", { class: "warning" });
  #place;
  #untilThereIs;
  #wasAsked = false;

  /**
   * @param {HTMLElement} place
   * @param {{ untilThereIs?: boolean }} [options] `untilThereIs`: it is shown until a phone is the camera, and makes
   *   a code without being asked for one
   */
  constructor(place, { untilThereIs = false } = {}) {
    this.#place = place;
    this.#untilThereIs = untilThereIs;
  }

  /** @param {State} state */
  update(state) {
    if (this.#state && nameIn(this.#state) !== nameIn(state)) this.#invitation = null;
    this.#state = state;
    this.#draw();
    const isWanted = state.backends.camera === "phone" && !nameIn(state);
    if (!this.#untilThereIs || !isWanted || this.#wasAsked) return;
    this.#wasAsked = true;
    this.#invite();
  }

  #draw = () => {
    if (!this.#state) return;
    const [kind, name] = [this.#state.backends.camera, nameIn(this.#state)];
    show(this.#place, [kind, name, this.#invitation], () =>
      kind !== "phone" || (name && this.#untilThereIs)
        ? null
        : [
            h("h2", {}, t("camera_phone.title")),
            h("p", {}, name ? t("camera_phone.is", { name }) : t("camera_phone.none")),
            this.#invitation
              ? [h("p", {}, t("camera_phone.scan")), invitation(this.#invitation), this.#warning]
              : h("p", { class: "ways-on" }, this.#keys(name)),
          ],
    );
  };

  /** @param {string} name */
  #keys = (name) => [
    button(t("camera_phone.code"), this.#invite, {
      class: name ? "quiet" : "strong",
      "data-key": "camera-code",
    }),
    button(t("camera_phone.here"), this.#here, { class: "quiet", "data-key": "camera-here" }),
    name && button(t("camera_phone.end"), end, { class: "quiet", "data-key": "camera-end" }),
  ];

  /** @param {Partial<Pressed>} [event] */
  #invite = async ({ currentTarget } = {}) => {
    this.#invitation = await makeCode(currentTarget);
    if (this.#invitation && location.protocol === "https:") drawEncryption(this.#warning);
    this.#draw();
  };

  /** This very device becomes it. @param {Pressed} event */
  #here = async ({ currentTarget }) => {
    const made = await makeCode(currentTarget);
    if (made) location.assign(made.path);
  };
}

/** What the phone is called that is the camera, "" where none is. @param {State} state */
const nameIn = ({ camera }) => camera.backend.split(/:(.*)/)[1] ?? "";

/** @type {(pressed?: Element) => Promise<Invitation | null>} */
const makeCode = (pressed) => attempt(() => post("camera/codes", {}, {}, "host"), pressed);

/** @param {Pressed} event */
const end = ({ currentTarget }) => attempt(() => post("camera/end", {}, {}, "host"), currentTarget);
