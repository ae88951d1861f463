// Asks the table. Every page speaks in one role, so that a screen for all shows only what all may know.

import { knows, t } from "./words.js";

export const role = document.body.dataset.role;

export class Refused extends Error {
  constructor(status, error) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.hint = error.hint;
  }

  /** In the player's language; the table's own words say where exactly. */
  get words() {
    return knows(`error.${this.code}`) ? t(`error.${this.code}`) : t("error.unknown");
  }
}

export async function get(path, as = role) {
  return read(await send(path, { cache: "no-cache" }, as));
}

export async function post(path, body = {}) {
  const options = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  return read(await send(path, options));
}

/** Play a record's move. Its id is made once, so that sending it again after a lost reply changes nothing. */
export async function move(words) {
  const body = { id: newId(), ...words };
  try {
    return await post("moves", body);
  } catch (error) {
    if (error instanceof Refused && error.status !== 0) throw error;
    return post("moves", body);
  }
}

export const answer = (proposal, choice) => post("answers", { proposal, choice });

/** The latest picture: {url, frame}, `known` if it is still that one, or null if there is none. */
export async function picture(known) {
  const reply = await send("picture", { cache: "no-cache" });
  if (!reply.ok) return null;
  const frame = Number(reply.headers.get("X-Frame"));
  return frame === known?.frame ? known : { frame, url: URL.createObjectURL(await reply.blob()) };
}

export const address = (path, as = role) => `/api/v1/${path}?as=${as}`;

async function send(path, options, as = role) {
  try {
    return await fetch(address(path, as), { credentials: "same-origin", ...options });
  } catch (error) {
    throw new Refused(0, { code: "unreachable", message: String(error), hint: "" });
  }
}

async function read(reply) {
  const body = await reply.json().catch(() => ({}));
  if (!reply.ok) throw new Refused(reply.status, body.error ?? { code: "unknown", message: reply.statusText, hint: "" });
  return body;
}

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
