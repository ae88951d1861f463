import { post } from "../api.js";
import { correct } from "../correct.js";
import { byId, button } from "../dom.js";
import { drawEnter } from "../enter.js";
import { hostGate } from "../login.js";
import { follow } from "../page.js";
import { drawPhones } from "../phones.js";
import { StartForm } from "../start.js";
import { attempt } from "../toast.js";
import { t } from "../words.js";

let form = null;

const { live } = follow({
  draw: (state) => {
    drawEnter(byId("enter"), state, { host: true });
    drawPhones(byId("seats"), state);
    form ??= new StartForm(byId("start"), live);
    form.update(state);
  },
  stage: { zoom: true },
  history: { most: 60, onpick: (line) => correct(live.state, line) },
});

const leave = () => attempt(() => post("logout").then(() => location.reload()));
byId("leave").append(button(t("login.out"), leave, { class: "quiet" }));
hostGate(live);
