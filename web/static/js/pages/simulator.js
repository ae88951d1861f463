import { byId } from "../dom.js";
import { Hands } from "../hands.js";
import { hostGate } from "../login.js";
import { follow } from "../page.js";

let hands = null;
const { live, stage } = follow({
  draw: (state) => {
    hands ??= new Hands(byId("hands"), stage);
    hands.update(state);
  },
  stage: { zoom: true, onpicture: () => hands?.refresh() },
});

hostGate(live);
