// How the camera is set, for the host: turned, mirrored, its size, the mains its lamps hang on. Kept by the table.

import { h, show } from "../base/dom.js";
import { selectField, tickBox } from "../base/form.js";
import { t } from "../base/texts.js";
import { asks } from "../base/toast.js";

/** @typedef {NonNullable<State["camera"]["view"]>} View */

const ROTATIONS = [0, 90, 180, 270];
const MAINS = [50, 60];
/** Widths and heights that cameras have. */
const SIZES = [
  [1280, 720],
  [1280, 960],
  [1640, 1232],
  [1920, 1080],
  [2304, 1296],
];

/** @type {(place: HTMLElement, state: State, isHost: boolean) => void} */
export function drawCameraSet(place, { camera: { view } }, isHost) {
  show(
    place,
    view &&
      isHost &&
      h(
        "details",
        h("summary", { "data-key": "camera-set" }, t("camera_set.title")),
        choice("rotate", ROTATIONS.map(String), turned, String(view.rotate), Number),
        tickBox("camera-mirror", t("camera_set.mirror"), view.mirror, (mirror, box) =>
          change({ mirror }, box),
        ),
        choice("size", sizes(view), (size) => size || t("camera_set.usual"), named(view.size), sizeOf),
        choice("mains", MAINS.map(String), (hertz) => `${hertz} Hz`, String(view.mains), Number),
        h("p.hint", t("camera_set.kept")),
      ),
  );
}

/** @param {string} degrees */
const turned = (degrees) =>
  degrees === "0" ? t("camera_set.upright") : t("camera_set.turned", { degrees: Number(degrees) });

/** None in particular, the usual sizes, and the one that is set. @param {View} view */
const sizes = ({ size }) => [...new Set(["", ...SIZES.map(named), named(size)])];

/** @param {number[] | null} size */
const named = (size) => (size ? size.join(" × ") : "");

/** @param {string} name */
const sizeOf = (name) => (name ? name.split(" × ").map(Number) : null);

/** @type {(name: string, values: string[], words: (value: string) => string, set: string, valueOf: (text: string) => unknown) => Child} */
const choice = (name, values, words, set, valueOf) =>
  h(
    "label.check",
    t(`camera_set.${name}`),
    selectField(`camera-${name}`, values, words, set, (value, field) =>
      change({ [name]: valueOf(value) }, field),
    ),
  );

/** @type {(what: object, pressed: Element) => Promise<unknown>} */
const change = (what, pressed) => asks("camera", what, "host")(pressed);
