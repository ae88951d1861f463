// The module that the program makes when it joins the scripts (web/joining.py): the pages of the games that
// have one of their own, by the games' names.

import type { GamePage } from "./generic.js";

export const pages: Record<string, Partial<GamePage>>;
