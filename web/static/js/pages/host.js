import { post } from "../api.js";
import { drawAdvice } from "../advice.js";
import { correct } from "../correct.js";
import { byId, button, replaceChildren } from "../dom.js";
import { drawEncryption } from "../encryption.js";
import { drawEnter } from "../enter.js";
import { hostGate } from "../login.js";
import { MemoryCard } from "../memory.js";
import { showPage } from "../page.js";
import { Phones } from "../phones.js";
import { putRight } from "../putright.js";
import { StartForm } from "../start.js";
import { t } from "../texts.js";
import { attempt } from "../toast.js";

/** @import { State } from "../types.js" */

/**
 * Made when the table first speaks to the host: before, they would not be answered.
 * @type {{ form: StartForm, phones: Phones, memory: MemoryCard } | null}
 */
let own = null;

/** @param {State} state */
function draw(state) {
  drawEnter(byId("enter"), state, { host: true });
  drawAdvice(byId("advice"), state);
  own = own ?? {
    form: new StartForm(byId("start")),
    phones: new Phones(byId("seats")),
    memory: new MemoryCard(byId("memory")),
  };
  own.form.update(state);
  own.phones.update(state);
  own.memory.update(state);
}

/** What is needed each minute, each evening, and once: where each begins on a phone. */
const PARTS = { now: "turn", evening: "seats", once: "encryption" };

function partKeys() {
  const keys = Object.entries(PARTS).map(([part, place]) =>
    button(t(`host.${part}`), () => byId(place).scrollIntoView({ block: "start" }), {
      "data-key": `part-${part}`,
    }),
  );
  replaceChildren(byId("parts"), keys);
  byId("parts").hidden = false;
}

const { live } = showPage({
  right: putRight,
  draw,
  picture: { zoom: true },
  history: {
    most: Infinity,
    folded: 5,
    onopen: () => live.wantEarlier(),
    onpick: (line) => live.state && correct(live.state, line),
  },
});

const leave = () => attempt(() => post("logout").then(() => location.reload()));
byId("leave").append(button(t("login.out"), leave, { class: "quiet" }));
hostGate(live);
live.addEventListener("state", partKeys, { once: true });
drawEncryption(byId("encryption"));
