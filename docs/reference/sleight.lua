---@meta sleight

-- Made by sleight docs from the table in runtime/game/api: what scripts may call.
-- Tell your editor's Lua language server about it (workspace.library), and set
-- runtime.version to Lua 5.1.

---What a definition says: its parameters, then its fields. Read-only.
---@class Definition
---@field id string
---@field kind string
---@field key string kind/id
---@field name string
---@field text string
---@field tags string[]
---@field data table
---@field [string] any

---Something in play. Reading finds a property, then a parameter, then a field
---of its definition; only properties can be written.
---@class Entity: Definition
---@field zone string? the name of its zone; nil while it is out of play
---@field index number its position in the zone, counted from 1
---@field owner number the player whose zone it is in; 0 for nobody's
---@field temporary boolean whether an event will take it out of play

---@class Die: Entity
---@field value number what it shows; 0 while it is not rolled
---@field sides number
---@field face string|number the word that it shows, else its value
---@field held boolean roll_dice skips it
---@field locked boolean roll_dice skips it

---@class Card: Entity
---@field face_up boolean

---@class Living: Entity
---@field hp number
---@field max_hp number

---The variables of the game. Per-player variables are the acting player's.
---@class Variables
---@field [string] any

---@type Variables
vars = {}

---The definition of the game being played.
---@type Definition
game = {}

---Makes a die show a value. A value above its sides is allowed.
---Example: `set_die_value(die, 6)`
---@param die Die the die
---@param value integer the value to show; 0 for not rolled, from 0
---@param until_event? string the change ends when this event has been emitted; for good if left out
---@param times? integer how many of these events to wait for, 1 to 1000000; 1 if left out
function set_die_value(die, value, until_event, times) end

---Turns a die to the first side that bears a word.
---Example: `set_die_face(die, "heads")`
---@param die Die the die
---@param word string a word on one of its sides
---@param until_event? string the change ends when this event has been emitted; for good if left out
---@param times? integer how many of these events to wait for, 1 to 1000000; 1 if left out
function set_die_face(die, word, until_event, times) end

---Turns a die to its opposite face: sides + 1 - value, and never below 1. A die that has not been rolled stays so.
---Example: `flip_die(die)`
---@param die Die the die
---@return number # the new value
function flip_die(die) end

---Changes the value of a die by delta, kept between 1 and its sides.
---Example: `nudge_die(die, -1)`
---@param die Die the die
---@param delta integer how much to add; negative to subtract
---@return number # the new value
function nudge_die(die, delta) end

---Rolls one die, held or not, locked or not.
---Example: `roll_die(die)`
---@param die Die the die
---@param stream? string the random stream to draw from; "dice" if left out
---@return number # the new value
function roll_die(die, stream) end

---Rolls every die of a zone that is neither held nor locked.
---Example: `roll_dice("dice")`
---@param zone string the zone whose dice to roll
---@param stream? string the random stream to draw from; "dice" if left out
---@return number # how many dice were rolled
function roll_dice(zone, stream) end

---Adds a die and rolls it.
---Example: `add_die("d6", "dice", "turn_ended")`
---@param id string the definition of the die
---@param zone? string where to put it; the first zone for dice if left out
---@param until_event? string the change ends when this event has been emitted; for good if left out
---@param times? integer how many of these events to wait for, 1 to 1000000; 1 if left out
---@return Die # the die
function add_die(id, zone, until_event, times) end

---Takes a die out of play; until an event, it then returns to its place.
---Example: `remove_die(die, "night_ended")`
---@param die Die the die
---@param until_event? string the change ends when this event has been emitted; for good if left out
---@param times? integer how many of these events to wait for, 1 to 1000000; 1 if left out
function remove_die(die, until_event, times) end

---Locks a die: roll_dice skips it.
---Example: `lock_die(die, "turn_started", 2)`
---@param die Die the die
---@param until_event? string the change ends when this event has been emitted; for good if left out
---@param times? integer how many of these events to wait for, 1 to 1000000; 1 if left out
function lock_die(die, until_event, times) end

---Unlocks a die, even if it was locked until an event.
---Example: `unlock_die(die)`
---@param die Die the die
function unlock_die(die) end

---Holds a die: roll_dice skips it.
---Example: `hold_die(die)`
---@param die Die the die
---@param until_event? string the change ends when this event has been emitted; for good if left out
---@param times? integer how many of these events to wait for, 1 to 1000000; 1 if left out
function hold_die(die, until_event, times) end

---Releases a held die.
---Example: `unhold_die(die)`
---@param die Die the die
function unhold_die(die) end

---Changes how many sides a die has; its value stays.
---Example: `set_die_sides(die, 8, "turn_ended")`
---@param die Die the die
---@param sides integer how many sides it has, 1 to 1000
---@param until_event? string the change ends when this event has been emitted; for good if left out
---@param times? integer how many of these events to wait for, 1 to 1000000; 1 if left out
function set_die_sides(die, sides, until_event, times) end

---Makes one die show the value of another.
---Example: `copy_die(source, target)`
---@param from Die the die to read
---@param to Die the die to change
function copy_die(from, to) end

---Lists the faces a die can show, lowest first, each once.
---Example: `faces(die)`
---@param die Die the die
---@return number[] # a list of numbers
function faces(die) end

---Adds up a property over a zone.
---Example: `sum("dice")`
---@param zone string the zone to read
---@param property? string the property to read; "value" if left out
---@return number # the sum, 0 for an empty zone
function sum(zone, property) end

---Finds the highest value of a property in a zone.
---Example: `highest("dice")`
---@param zone string the zone to read
---@param property? string the property to read; "value" if left out
---@return number? # the number, or nil for an empty zone
function highest(zone, property) end

---Finds the lowest value of a property in a zone.
---Example: `lowest("dice")`
---@param zone string the zone to read
---@param property? string the property to read; "value" if left out
---@return number? # the number, or nil for an empty zone
function lowest(zone, property) end

---Counts equal values: a full house gives 3 and 2.
---Example: `local most, second = kinds("dice")`
---@param zone string the zone to read
---@param property? string the property to read; "value" if left out
---@return number # the size of the largest group of equal values and of the second largest, 0 when there is none
---@return number
function kinds(zone, property) end

---Measures the longest run of consecutive values: 2, 3, 4, 6 gives 3.
---Example: `run("dice") >= 4`
---@param zone string the zone to read
---@param property? string the property to read; "value" if left out
---@return number # its length, 0 for an empty zone
function run(zone, property) end

---Counts the entities of a zone whose property has a value.
---Example: `matching("dice", "held", true)`
---@param zone string the zone to read
---@param property string the property to read
---@param wanted any the value it must have
---@return number # how many
function matching(zone, property, wanted) end

---Counts the entities of a zone.
---Example: `count("hand")`
---@param zone string the zone; NAME@PLAYER for another player's
---@return number # how many
function count(zone) end

---Reports whether a zone has room for one more entity.
---Example: `has_room("bag")`
---@param zone string the zone; NAME@PLAYER for another player's
---@return boolean # true or false
function has_room(zone) end

---Finds the first entity of a zone.
---Example: `top("deck")`
---@param zone string the zone; NAME@PLAYER for another player's
---@return Entity? # the entity, or nil
function top(zone) end

---Finds an entity of a zone by its position.
---Example: `at("row", 2)`
---@param zone string the zone; NAME@PLAYER for another player's
---@param index integer its position, counted from 1
---@return Entity? # the entity, or nil
function at(zone, index) end

---Iterates over the entities that are in a zone now, whatever happens to the zone in the meantime.
---Example: `for i, die in each("dice") do … end`
---@param zone string the zone; NAME@PLAYER for another player's
---@return fun(): number, Entity # an iterator over position and entity
function each(zone) end

---Lists the entities of a zone.
---Example: `local cards = all("hand")`
---@param zone string the zone; NAME@PLAYER for another player's
---@return Entity[] # a list
function all(zone) end

---Finds the zone that an entity is in.
---Example: `zone_of(card) == "hand"`
---@param entity Entity the entity, which may be gone
---@return string? # the zone's name, or nil while it is out of play or when it is gone
function zone_of(entity) end

---Finds an entity's position in its zone.
---Example: `index_of(card)`
---@param entity Entity the entity
---@return number # the position, counted from 1; 0 while it is out of play
function index_of(entity) end

---Adds an entity at the end of a zone. A die is not rolled.
---Example: `add("goblin", "enemies")`
---@param id string the definition to make it from
---@param zone string the zone; NAME@PLAYER for another player's
---@param until_event? string the change ends when this event has been emitted; for good if left out
---@param times? integer how many of these events to wait for, 1 to 1000000; 1 if left out
---@return Entity # the entity
function add(id, zone, until_event, times) end

---Takes an entity out of play; until an event, it then returns to its place.
---Example: `remove(enemy)`
---@param entity Entity the entity
---@param until_event? string the change ends when this event has been emitted; for good if left out
---@param times? integer how many of these events to wait for, 1 to 1000000; 1 if left out
function remove(entity, until_event, times) end

---Takes all entities of a zone out of play.
---Example: `clear("enemies")`
---@param zone string the zone; NAME@PLAYER for another player's
---@return number # how many there were
function clear(zone) end

---Moves an entity to a zone; until an event, it then returns to where it was.
---Example: `move_to(card, "discard", 1)`
---@param entity Entity the entity
---@param zone string the zone; NAME@PLAYER for another player's
---@param place? integer the position, counted from 1, from 1; last if left out
---@param until_event? string the change ends when this event has been emitted; for good if left out
---@param times? integer how many of these events to wait for, 1 to 1000000; 1 if left out
function move_to(entity, zone, place, until_event, times) end

---Moves entities from the top of one zone to the end of another, as many as exist and fit.
---Example: `draw("deck", "hand", 5)`
---@param from string the zone to draw from, top first
---@param to string the zone to draw to, at its end
---@param n? integer how many, from 0; 1 if left out
---@return number # how many were moved
function draw(from, to, n) end

---Puts a zone into random order.
---Example: `shuffle("deck")`
---@param zone string the zone; NAME@PLAYER for another player's
---@param stream? string the random stream to draw from; "shuffle" if left out
function shuffle(zone, stream) end

---Turns a card face up.
---Example: `reveal(card)`
---@param card Card the card
---@param until_event? string the change ends when this event has been emitted; for good if left out
---@param times? integer how many of these events to wait for, 1 to 1000000; 1 if left out
function reveal(card, until_event, times) end

---Turns a card face down.
---Example: `hide(card)`
---@param card Card the card
---@param until_event? string the change ends when this event has been emitted; for good if left out
---@param times? integer how many of these events to wait for, 1 to 1000000; 1 if left out
function hide(card, until_event, times) end

---Uses an entity in any zone for the acting player, as a command does: it must meet its requirements, takes its costs, and the event used follows. A target that is picked automatically may be left out.
---Example: `play(card, enemy)`
---@param entity Entity the entity, of a definition with use
---@param ... any passed on to the hooks
---@return boolean # true, or false and the reason if that is not allowed
---@return string?
function play(entity, ...) end

---Like play, but takes no costs.
---Example: `play_free(top("deck"))`
---@param entity Entity the entity, of a definition with use
---@param ... any passed on to the hooks
---@return boolean # true, or false and the reason if that is not allowed
---@return string?
function play_free(entity, ...) end

---Adds a copy of an entity, with the same properties.
---Example: `copy(card, "hand")`
---@param entity Entity the entity
---@param zone? string the zone to put the copy in, at its end; the zone of the entity if left out
---@param until_event? string the change ends when this event has been emitted; for good if left out
---@param times? integer how many of these events to wait for, 1 to 1000000; 1 if left out
---@return Entity # the copy
function copy(entity, zone, until_event, times) end

---Replaces an entity by a new one in the same place. Temporary changes of its place stay.
---Example: `transform(card, "wound")`
---@param entity Entity the entity
---@param id string the definition that takes its place
---@param keep? boolean whether the properties that both have keep their values; false if left out
---@return Entity # the new entity
function transform(entity, id, keep) end

---Calls a hook of an entity's script with the entity as self and the values after it, as the engine does. Where nothing may change, the hook may only read.
---Example: `call_hook(enemy, "use")`
---@param entity Entity the entity
---@param hook string the name of a hook in its script
---@param ... any passed on to the hooks
---@return any # what the hook returns, or nil if the script has no such hook
function call_hook(entity, hook, ...) end

---Finds how much the running use took from a variable: X for a cost of x, also if it is played for free.
---Example: `paid("coins")`
---@param variable string the variable
---@return number # the amount, 0 for nothing
function paid(variable) end

---Finds a target of the running use or action, also in the listeners of the event used.
---Example: `play_free(card, used_on())`
---@param n? integer which target, counted from 1, 1 to 100; 1 if left out
---@return any # the target, or nil if there is none, or it is gone
function used_on(n) end

---Lists what an entity could be played at: the options for its first target or, with targets after the entity, for the next one.
---Example: `play_free(card, pick("aim", targets_for(card)))`
---@param entity Entity the entity, of a definition with use
---@param ... any passed on to the hooks
---@return any[] # a list, empty if it takes no further target, or there is nothing to pick
function targets_for(entity, ...) end

---Reports whether an entity still exists and is in a zone.
---Example: `in_play(vars.guardian)`
---@param entity? Entity the entity, which may be gone; none if left out
---@return boolean # true or false
function in_play(entity) end

---Gives the acting player an item: adds it to the first zone for its kind.
---Example: `give("lantern")`
---@param id string the definition, by id or kind/id
---@param until_event? string the change ends when this event has been emitted; for good if left out
---@param times? integer how many of these events to wait for, 1 to 1000000; 1 if left out
---@return Entity # the entity
function give(id, until_event, times) end

---Removes one item with this definition, the first in the order of zones.
---Example: `take("lantern")`
---@param id string the definition, by id or kind/id
---@return boolean # true when there was one
function take(id) end

---Reports whether an entity with this definition is in one of the acting player's zones.
---Example: `has("old_map")`
---@param id string the definition, by id or kind/id
---@return boolean # true or false
function has(id) end

---Looks up a definition, in play or not.
---Example: `definition("consumable/lantern").name`
---@param id string the definition, by id or kind/id
---@return Definition # its parameters and fields, read-only
function definition(id) end

---Lists the ids of all definitions of a kind, in alphabetical order; one that a migration has renamed stays in its place.
---Example: `definitions("consumable")`
---@param kind string the kind
---@param tag? string a tag that they must have; any if left out
---@param rarity? string common, uncommon, rare or legendary: only those, without upgrades; any if left out
---@return string[] # a list of texts
function definitions(kind, tag, rarity) end

---Reports whether an entity has a tag: whether its definition has it or, if the tag is declared as a property with tag: true, whether that is true now.
---Example: `tagged(card, "attack")`
---@param entity Entity the entity
---@param tag string the tag
---@return boolean # true or false
function tagged(entity, tag) end

---Writes a variable or property, optionally for a time. Temporary changes to it end.
---Example: `set(vars, "max_coins", 5, "night_ended")`
---@param target Entity|Variables an entity, or vars
---@param name string the property of the entity, or the variable
---@param value any the new value
---@param until_event? string the change ends when this event has been emitted; for good if left out
---@param times? integer how many of these events to wait for, 1 to 1000000; 1 if left out
function set(target, name, value, until_event, times) end

---Adds to a variable or property, optionally for a time. Temporary changes to it stay.
---Example: `change(vars, "coins", 5)`
---@param target Entity|Variables an entity, or vars
---@param name string the property of the entity, or the variable
---@param delta number what to add; negative to subtract
---@param until_event? string the change ends when this event has been emitted; for good if left out
---@param times? integer how many of these events to wait for, 1 to 1000000; 1 if left out
---@return number # the new value
function change(target, name, delta, until_event, times) end

---Takes hit points, never below 0.
---Example: `damage(enemy, 12)`
---@param entity Living who is hurt
---@param amount integer hit points, from 0
---@return number # the hit points lost
function damage(entity, amount) end

---Gives hit points back, never above max_hp.
---Example: `heal(enemy, 5)`
---@param entity Living who is healed
---@param amount integer hit points, from 0
---@return number # the hit points gained
function heal(entity, amount) end

---Draws a whole number, both ends included and all equally likely.
---Example: `random("loot", 5, 15)`
---@param stream string the random stream: one name for each purpose keeps draws apart
---@param low integer the lowest result
---@param high integer the highest result
---@return number # the number
function random(stream, low, high) end

---Draws yes or no.
---Example: `chance("storm", 0.2)`
---@param stream string the random stream: one name for each purpose keeps draws apart
---@param p number the probability; 0 or less never, 1 or more always
---@return boolean # true with probability p
function chance(stream, p) end

---Draws one item, all equally likely.
---Example: `pick("loot", definitions("consumable"))`
---@param stream string the random stream: one name for each purpose keeps draws apart
---@param from any[]|string a list, or the name of a zone
---@return any # the item, or nil from nothing
function pick(stream, from) end

---Draws an entry of a table or of a list, with the probabilities that the weights give.
---Example: `weighted("finds", "treasures")`
---@param stream string the random stream: one name for each purpose keeps draws apart
---@param table string|any[] the table to draw from, or a list of entries: {id = VALUE, weight = NUMBER}, or a plain value with the weight 1
---@param without? any[] the ids that are not drawn; none if left out
---@return any # the entry's id, or nil if every weight is 0
function weighted(stream, table, without) end

---Draws several different items, all equally likely.
---Example: `sample("finds", definitions("card"), 3)`
---@param stream string the random stream: one name for each purpose keeps draws apart
---@param from any[]|string a list, or the name of a zone
---@param n integer how many, from 0
---@return any[] # a list of them, shorter if there are too few
function sample(stream, from, n) end

---Calls every listener of the event, at once and in order; then ends the temporary changes that lasted until it.
---Example: `emit("scored", points)`
---@param event string the event
---@param ... any passed on to the hooks
function emit(event, ...) end

---Passes a value to every listener in order; each may return another.
---Example: `modify("max_mana", game.base_mana)`
---@param value string the declared value
---@param x any the value before any change
---@param ... any passed on to the hooks
---@return any # the final value
function modify(value, x, ...) end

---Goes to a phase once the running hook has returned; the last call counts.
---Example: `enter_phase("market")`
---@param phase string the phase
function enter_phase(phase) end

---Has the player whose turn it is perform an action with the given targets instead of the next command: once the running command is done, its questions are answered, and the phase that it led to is entered. The action must be allowed then, and takes its costs. An action that waits already, with the same targets, is performed once.
---Example: `act("end_turn")`
---@param action string the action of the game
---@param ... any passed on to the hooks
function act(action, ...) end

---Names the current phase.
---Example: `phase() == "roll"`
---@return string # its name
function phase() end

---Ends the game as won once the running hook has returned.
---Example: `win("The dragon is dead.")`
---@param text? string the message for the players; none if left out
function win(text) end

---Ends the game as lost once the running hook has returned.
---Example: `lose()`
---@param text? string the message for the players; none if left out
function lose(text) end

---Shows the players a message.
---Example: `say("The goblin laughs.")`
---@param text string the text
function say(text) end

---Shows the players a message that stands out.
---Example: `warn("No effect.")`
---@param text string the text
function warn(text) end

---Shows one player a message that the others may not read, or reveals something hidden to everyone.
---Example: `tell(1, "You see a dragon.")`
---@param player integer the player, counted from 1; 0 for everyone, 0 to 100
---@param text string the text
function tell(player, text) end

---Refuses the command: none of it has happened. Prefer requires and where, which players see beforehand.
---Example: `refuse("Not now.")`
---@param reason string why, in words for the player
function refuse(reason) end

---Counts the players.
---Example: `players()`
---@return number # how many
function players() end

---Finds the acting player, whose vars and zones plain names mean.
---Example: `player()`
---@return number # the player, counted from 1
function player() end

---Makes another player the one who acts, now and in the commands that follow.
---Example: `set_player(player() % players() + 1)`
---@param player integer the player, counted from 1, 1 to 100
function set_player(player) end

---Reads a player's variable.
---Example: `var_of(2, "score")`
---@param player integer the player, counted from 1, 1 to 100
---@param name string a variable that every player has
---@return any # its value
function var_of(player, name) end

---Writes a player's variable.
---Example: `set_var_of(2, "price", 10)`
---@param player integer the player, counted from 1, 1 to 100
---@param name string a variable that every player has
---@param value any the new value
function set_var_of(player, name, value) end

---Lists whole numbers, both ends included.
---Example: `range(1, die.sides)`
---@param low integer the first number
---@param high integer the last number
---@return number[] # a list, empty when high is below low
function range(low, high) end

---Asks a player to choose, once the running command is done; the hook chosen_NAME of this definition, or else of the game, then receives the picks.
---Example: `ask("discard", {from = "hand", prompt = "Discard a card."})`
---@param name string the question; the hook chosen_NAME continues with the answer
---@param how {from: any[]|string, prompt?: string, count?: integer, min?: integer, max?: integer, skip?: boolean, auto?: boolean, kind?: string, titles?: any[], ordered?: boolean, repeats?: boolean, blind?: boolean, secret?: boolean, revealed_by?: string, player?: integer, with?: any[]} the options, and how many may be picked
function ask(name, how) end

---Names the question that waits for an answer.
---Example: `asking() == "discard"`
---@return string? # its name, or nil
function asking() end

---Lists the options of the question that waits for an answer.
---Example: `choices()[1]`
---@return any[] # a list, empty without a question
function choices() end

---Names the window in which players may react.
---Example: `window() == "counter"`
---@return string? # its name, or nil
function window() end

---Finds what players react to in the open window: the item that is used, or else the name of the action or the event; or one of its targets or arguments.
---Example: `answered().cost <= 3`
---@param n? integer which target of the command, or argument of the event, counted from 1, 1 to 100; none if left out
---@return any # an entity, text, number or boolean; nil without a window, and for a target that is gone or was not chosen
function answered(n) end

---Finds the player to whose command or event players react in the open window.
---Example: `answered_by() ~= player()`
---@return number? # the player, counted from 1, or nil
function answered_by() end

---Prevents what players react to in the open window: the command has no effect, though it has been paid for; after an event, the hook closed_NAME is not called.
---Example: `cancel()`
function cancel() end

---Chooses an entity's next move by the pattern of its definition; players see it in advance.
---Example: `choose_move(enemy)`
---@param entity Entity the entity, of a definition with moves
---@param stream? string the random stream to draw from; "moves" if left out
---@return string? # the name of the move, or nil if none is possible
function choose_move(entity, stream) end

---Has an entity make its intended move: calls the hook move_NAME of its script or else of the game's, or else the hook move, which makes any move.
---Example: `make_move(enemy)`
---@param entity Entity the entity, of a definition with moves
---@return boolean # true, or false if it intends nothing
function make_move(entity) end

---Looks up the move that an entity intends.
---Example: `move_of(enemy)`
---@param entity Entity the entity, of a definition with moves
---@return table? # the data of the move from its definition, read-only, or nil
function move_of(entity) end
