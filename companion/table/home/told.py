"""The data for the home: public information, with names only if the owner allows it.

The words are those of Home Assistant's MQTT integration (device discovery, Home Assistant 2024.11 and
later). Unknown values are null: Home Assistant reads the ``None`` that its template makes of null as
*unknown*.
"""

from typing import Any

from companion.table.home.glass import HOWS, HomeGlass
from companion.table.home.topics import Topics
from companion.table.shapes.state import StateShape
from companion.table.shapes.values import JsonObject, as_text

STATUS = "homeassistant/status"
"""Topic on which Home Assistant says ``online`` when it has started, and ``offline`` when it ends."""
ONLINE, OFFLINE = "online", "offline"
MOST_CHARACTERS = 255
"""Longest state that Home Assistant accepts."""
ASKS = ("question", "correction")
"""Kinds of proposals that block the game until somebody answers."""

SENSORS: dict[str, JsonObject] = {
    "turn": {"name": "Turn", "icon": "mdi:account-arrow-right"},
    "scores": {"name": "Scores", "icon": "mdi:scoreboard"},
    "winner": {"name": "Winner", "icon": "mdi:trophy"},
    "glass": {
        "name": "Glass",
        "icon": "mdi:timer-sand",
        "device_class": "enum",
        "options": list(HOWS),
    },
    "glass_ends": {"name": "Glass ends", "device_class": "timestamp"},
}
"""The sensors, by their key in the state. The owner may rename them."""


def config_told(topics: Topics) -> str:
    """Return the description of the table that Home Assistant discovers."""
    components = {key: _component(topics, key, "sensor", more) for key, more in SENSORS.items()}
    components["scores"] |= {
        "json_attributes_topic": topics.state,
        "json_attributes_template": "{{ value_json.by_seat | tojson }}",
    }
    components["needs_an_answer"] = _component(
        topics,
        "needs_an_answer",
        "binary_sensor",
        {"name": "Needs an answer", "icon": "mdi:help-circle"},
    )
    return as_text(
        {
            "device": {
                "identifiers": [topics.device],
                "name": "Table companion",
                "manufacturer": "Table companion",
                "model": "Game table",
            },
            "origin": {"name": "table-companion"},
            "components": components,
            "state_topic": topics.state,
            "availability_topic": topics.availability,
        }
    )


def state_told(state: StateShape, glass: HomeGlass, *, with_names: bool) -> str:
    """Return how the game stands; ``state`` is everybody's."""
    seats, scores, outcome = state["seats"], state["scores"] or {}, state["outcome"]
    called = dict(zip(seats, (_call(seats, name, with_names) for name in seats), strict=True))
    mover, proposal = state["to_move"], state["proposal"]
    winners = [called.get(name, name) for name in outcome["winners"]] if outcome else []
    points = {called[name]: scores[name] for name in seats if name in scores}
    asks = proposal is not None and proposal["kind"] in ASKS
    return as_text(
        {
            "turn": None if mover is None else called[mover][:MOST_CHARACTERS],
            "scores": " : ".join(map(str, points.values())) or None,
            "by_seat": points,
            "winner": ", ".join(winners)[:MOST_CHARACTERS] or None,
            "glass": glass.how,
            "glass_ends": glass.ends_at,
            "needs_an_answer": "ON" if asks else "OFF",
        }
    )


def _call(seats: list[str], name: str, with_names: bool) -> str:
    return name if with_names else f"seat {seats.index(name) + 1}"


def _component(topics: Topics, key: str, platform: str, more: JsonObject) -> dict[str, Any]:
    return {
        "platform": platform,
        "unique_id": f"{topics.device}_{key}",
        "value_template": f"{{{{ value_json.{key} }}}}",
        **more,
    }
