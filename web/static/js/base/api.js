// Asks the table. Every page speaks in one role, so that a screen for all shows only what all may know.

import { lastOf } from "./lists.js";
import { hasText } from "./texts.js";

/** @import { TableError, Text } from "../types.js" */

export const role = document.body.dataset.role ?? "everyone";

/** The seat whose page this is; null: it is no seat's page. */
export const SEAT = role.startsWith("seat-") ? Number(role.slice("seat-".length)) : null;

/** Whether this page plays for whoever is to move; whether it plays for anybody. */
export const IS_HOST = role === "host";
export const MAY_ACT = role !== "everyone";

/** The player whose page this is. @type {(state: Pick<State, "seats">) => string | null} */
export const ownName = ({ seats }) => (SEAT === null ? null : (seats[SEAT - 1] ?? null));

/** The table refused, or could not be reached (`status` 0). */
export class Refused extends Error {
  /** @param {number} status @param {TableError} error */
  constructor(status, error) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.hint = error.hint;
    this.reason = error.reason ?? null;
  }

  /** What went wrong, for the player; `message` and `hint` say in English where exactly. @returns {Text} */
  get text() {
    if (this.reason && hasText(this.reason.code)) return this.reason;
    const code = `error.${this.code}`;
    return { code: hasText(code) ? code : "error.unknown", params: {} };
  }
}

/** `more`: of `fetch`. @type {(path: string, as?: string, more?: RequestInit) => Promise<any>} */
export async function get(path, as = role, more = {}) {
  return read(await send(path, { cache: "no-cache", ...more }, as));
}

/** `more`: of `fetch`. @type {(path: string, body?: object, more?: RequestInit, as?: string) => Promise<any>} */
export async function post(path, body = {}, more = {}, as = role) {
  const headers = { "Content-Type": "application/json" };
  return read(await send(path, { method: "POST", headers, body: filled(body), ...more }, as));
}

/** Longer than any secret move, in bytes: whoever listens to what is encrypted still hears how much it is. */
const FILLED_TO = 1024;

/** A body as JSON, with spaces behind it so that its length tells nothing. @param {object} body */
function filled(body) {
  const text = JSON.stringify(body);
  const over = new TextEncoder().encode(text).length % FILLED_TO;
  return text + " ".repeat((FILLED_TO - over) % FILLED_TO);
}

/** What the table told this page last; sends "state" whenever it tells more. */
export const told = Object.assign(new EventTarget(), { state: /** @type {State | null} */ (null) });

/** The number of the last move. @param {State} state */
export const lastMove = ({ history }) => history.reduce((last, { number }) => Math.max(last, number), 0);

/** The last move that stands. @param {Pick<State, "history">} state */
export const lastStanding = ({ history }) => lastOf(history.filter(({ undone }) => !undone));

/** @param {State} state */
export function knows(state) {
  told.state = state;
  told.dispatchEvent(new Event("state"));
}

/** Send a file. @type {(path: string, file: Blob) => Promise<any>} */
export async function postFile(path, file) {
  return read(await send(path, { method: "POST", headers: { "Content-Type": file.type }, body: file }));
}

/** A picture that was fetched. @typedef {{ frame: number, url: string }} Picture */

/**
 * The latest picture; `known` itself if it is still that one, null if there is none.
 * @type {(known: Picture | null) => Promise<Picture | null>}
 */
export async function latestPicture(known) {
  const reply = await send("picture", { cache: "no-cache" });
  if (reply.status !== 200) return null;
  const frame = Number(reply.headers.get("X-Frame"));
  return known?.frame === frame ? known : { frame, url: URL.createObjectURL(await reply.blob()) };
}

/** @type {(path: string, as?: string) => string} */
export const address = (path, as = role) => `/api/v1/${path}?as=${as}`;

/** @type {(path: string, options: RequestInit, as?: string) => Promise<Response>} */
async function send(path, options, as = role) {
  try {
    return await fetch(address(path, as), { credentials: "same-origin", ...options });
  } catch (error) {
    throw unreachable(error);
  }
}

/** @type {(error: unknown) => Refused} */
const unreachable = (error) => new Refused(0, { code: "unreachable", message: String(error), hint: "" });

/** Read an answer; one that is cut short is none. @type {(reply: Response) => Promise<any>} */
async function read(reply) {
  const body = await reply.json().catch((/** @type {unknown} */ error) => {
    if (reply.ok) throw unreachable(error);
    return {};
  });
  if (reply.ok) return body;
  throw new Refused(
    reply.status,
    body.error ?? { code: "unknown", message: reply.statusText, hint: "" },
  );
}

/** The id of a move: sent again under it, the move changes nothing. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
