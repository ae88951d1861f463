// A phone beside the table's camera: its photographs go into the lesson. A plain file field does all of it, unencrypted too.

import { post, postFile } from "../base/api.js";
import { byId, h, show } from "../base/dom.js";
import { comeIn, deviceName, entering, entry, gate } from "../base/login.js";
import { showPage } from "../page.js";
import { asJpeg, fileButton } from "../teach/files.js";
import { t } from "../base/texts.js";
import { attempt } from "../base/toast.js";

let sent = 0;

function draw() {
  const camera = { capture: "environment" };
  show(byId("photographs"), [
    h("h2", t("photographs.title")),
    h("p", t("photographs.how")),
    fileButton(t("photographs.take"), "image/*", "take", send, camera),
    h("p", { role: "status" }, sent > 0 && t("photographs.sent", { count: sent })),
  ]);
}

/** @type {(file: File, pressed: Element) => Promise<void>} */
async function send(file, pressed) {
  const jpeg = await asJpeg(file);
  if (!jpeg) return;
  await attempt(async () => {
    await postFile("teaching/sent", jpeg);
    sent += 1;
    draw();
  }, pressed);
}

const { live } = showPage({ draw });
const enter = (/** @type {string} */ code) => post("teaching/join", { code, name: deviceName() });
const words = { title: t("photographs.title"), label: t("photographs.code"), go: t("join.in") };
const form = { ...words, type: "text" };
gate(live, async () => {
  show(byId("login"), entry(form, entering(live, enter)));
});

comeIn(live, "code", enter);
