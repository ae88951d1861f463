// All that belongs to the whole evening; see load.js.

import { end } from "./end.js";
import { StartForm } from "./form.js";
import { ManageCard } from "./manage.js";
import { PastGames } from "./past.js";

const part = { end, StartForm, ManageCard, PastGames };

export default part;
