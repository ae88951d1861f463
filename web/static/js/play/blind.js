// Why nothing can be told of the camera's picture.

import { t } from "../base/texts.js";

/** What is wrong with the picture and what to do; null where something can be told of it.
 *  @type {(watch: State["watch"]) => string | null} */
export function whyUnjudged({ unjudged = [] }) {
  return unjudged.length > 0 ? t(`wait.unjudged_${unjudged[0].why.replace(/ /g, "_")}`) : null;
}
