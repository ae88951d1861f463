// All that belongs to the whole evening; see evening/load.js.

import { end } from "../evening/end.js";
import { StartForm } from "../evening/form.js";
import { ManageCard } from "../evening/manage.js";
import { PastGames } from "../evening/past.js";

const part = { end, StartForm, ManageCard, PastGames };

export default part;
