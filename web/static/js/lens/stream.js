// This device's own camera: the one at its back, as large as asked, its light and lens held where the browser can.

/** What the table wants of the phone. @typedef {{ next_ms: number, size: number[], hold: boolean, asked: number }} Wanted */
/** What could be held. @typedef {{ focus: boolean, exposure: boolean }} Held */
/** What is told of a camera beyond what all browsers know (Image Capture). @typedef {Record<string, any>} More */

const FOCUS_TAKES_MS = 1500;
const HELD = /** @type {const} */ ([
  ["exposureMode", ["exposureTime", "iso"]],
  ["whiteBalanceMode", ["colorTemperature"]],
]);

/** Why there is no picture, as texts name it. @param {unknown} error @returns {string} */
export function whyNot(error) {
  const { name } = /** @type {Error} */ (error);
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  if (name === "NotFoundError" || name === "OverconstrainedError") return "none";
  return "busy";
}

export class Stream extends EventTarget {
  video = document.createElement("video");
  /** @type {MediaStreamTrack | null} */
  #track = null;
  #canvas = document.createElement("canvas");
  #size = [0, 0];
  #shownAt = -1;
  /** What is set of the camera beyond its size: a new one takes the place of all. @type {More} */
  #set = {};

  constructor() {
    super();
    // An iPhone shows a video in the page, and without a tap, only so.
    for (const name of ["playsinline", "muted", "autoplay"]) this.video.setAttribute(name, "");
    this.video.muted = true;
  }

  /** Open the camera; raises what the browser says. @param {number[]} size */
  async open([width, height]) {
    this.close();
    this.#size = [width, height];
    const wanted = { facingMode: "environment", width: { ideal: width }, height: { ideal: height } };
    const stream = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
    this.#track = stream.getVideoTracks()[0];
    this.#track.addEventListener("ended", () => this.dispatchEvent(new Event("ended")));
    this.video.srcObject = stream;
    await this.video.play();
  }

  close() {
    this.#track?.stop();
    this.#track = null;
    this.#shownAt = -1;
    this.video.srcObject = null;
  }

  get isOpen() {
    return this.#track?.readyState === "live";
  }

  /** Ask the camera for another size. @param {number[]} size */
  async resize([width, height]) {
    if (width === this.#size[0] && height === this.#size[1]) return;
    this.#size = [width, height];
    const wanted = { width: { ideal: width }, height: { ideal: height } };
    await this.#track?.applyConstraints(wanted).catch(() => {});
  }

  /** The newest picture as a sharp JPEG; null where the camera has given no other since the last. @returns {Promise<Blob | null>} */
  async picture() {
    const { videoWidth, videoHeight, currentTime } = this.video;
    if (!videoWidth || currentTime === this.#shownAt) return null;
    this.#shownAt = currentTime;
    // Whichever way the phone is turned: its longer side is at most the longer one that was asked for.
    const most = Math.max(...this.#size) / Math.max(videoWidth, videoHeight);
    const scale = Math.min(1, most);
    const [width, height] = [videoWidth, videoHeight].map((side) => Math.round(side * scale));
    // Who sets its size, to the same too, is given another one: eight megabytes for each picture.
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
    this.#canvas.getContext("2d", { alpha: false })?.drawImage(this.video, 0, 0, width, height);
    return new Promise((done) => this.#canvas.toBlob(done, "image/jpeg", 0.9));
  }

  #able = () => /** @type {More} */ (this.#track?.getCapabilities?.() ?? {});

  get hasTorch() {
    return Boolean(this.#able().torch);
  }

  /** @param {boolean} torch */
  light = (torch) => this.#apply({ torch });

  /** Focus once and hold that, and the light; or let go. @type {(hold: boolean) => Promise<Held>} */
  async hold(hold) {
    if (!this.#track) return { focus: false, exposure: false };
    if (!hold) {
      for (const mode of ["focusMode", ...HELD.map(([name]) => name)])
        if (this.#can(mode, "continuous")) await this.#apply({ [mode]: "continuous" });
      return { focus: false, exposure: this.#can("exposureMode", "continuous") };
    }
    const focus = await this.#holdFocus();
    for (const [mode, values] of HELD)
      if (this.#can(mode, "manual")) await this.#apply({ [mode]: "manual", ...this.#now(values) });
    return { focus, exposure: this.#is("exposureMode", "manual") };
  }

  #holdFocus = async () => {
    if (this.#can("focusMode", "single-shot")) {
      await this.#apply({ focusMode: "single-shot" });
      await new Promise((done) => setTimeout(done, FOCUS_TAKES_MS));
    }
    if (this.#can("focusMode", "manual"))
      await this.#apply({ focusMode: "manual", ...this.#now(["focusDistance"]) });
    return this.#is("focusMode", "manual") || this.#is("focusMode", "single-shot");
  };

  /** @type {(mode: string, value: string) => boolean} */
  #can = (mode, value) => (this.#able()[mode] ?? []).includes(value);

  /** @type {(mode: string, value: string) => boolean} */
  #is = (mode, value) => /** @type {More} */ (this.#track?.getSettings() ?? {})[mode] === value;

  /** How these are set now. @param {readonly string[]} names @returns {More} */
  #now = (names) => {
    const set = /** @type {More} */ (this.#track?.getSettings() ?? {});
    return Object.fromEntries(names.filter((name) => name in set).map((name) => [name, set[name]]));
  };

  /** @param {More} more */
  #apply = async (more) => {
    this.#set = { ...this.#set, ...more };
    const advanced = [/** @type {MediaTrackConstraintSet} */ (this.#set)];
    await this.#track?.applyConstraints({ advanced }).catch((error) => console.warn(error));
  };
}
