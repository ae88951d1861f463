// All that belongs to the whole evening; see evening/load.js.

import { StartForm } from "../evening/form.js";
import { ManageCard } from "../evening/manage.js";
import { PastGames } from "../evening/past.js";
import { setUp } from "../evening/setup.js";
import { drawStrip } from "../evening/strip.js";
import { end } from "../evening/told.js";

const part = { end, setUp, StartForm, ManageCard, PastGames, drawStrip };

export default part;
