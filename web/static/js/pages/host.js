import { post } from "../api.js";
import { correct } from "../correct.js";
import { byId, button } from "../dom.js";
import { drawEnter } from "../enter.js";
import { hostGate } from "../login.js";
import { showPage } from "../page.js";
import { drawPhones } from "../phones.js";
import { StartForm } from "../start.js";
import { t } from "../texts.js";
import { attempt } from "../toast.js";

/** @import { State } from "../types.js" */

/**
 * Made when the table first speaks to the host: before, it would not be answered.
 * @type {StartForm | null}
 */
let form = null;

/** @param {State} state */
function draw(state) {
  drawEnter(byId("enter"), state, { host: true });
  drawPhones(byId("seats"), state);
  form ??= new StartForm(byId("start"));
  form.update(state);
}

const { live } = showPage({
  draw,
  picture: { zoom: true },
  history: { most: 60, onpick: (line) => live.state && correct(live.state, line) },
});

const leave = () => attempt(() => post("logout").then(() => location.reload()));
byId("leave").append(button(t("login.out"), leave, { class: "quiet" }));
hostGate(live);
