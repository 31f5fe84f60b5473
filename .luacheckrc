-- Scripts run in a sandbox of Lua 5.1 with the API of the game.

stds.sandbox = {
  read_globals = {
    "assert", "error", "ipairs", "next", "pairs", "require", "select", "tonumber",
    "tostring", "type", "unpack",
    math = { other_fields = true },
    string = { other_fields = true },
    table = { other_fields = true },
  },
}

-- The API: what sleight docs lists. go test ./tests/layers -update writes it.
stds.api = {
  read_globals = {
    "act", "add", "add_die", "all", "answered", "answered_by", "ask", "asking", "at",
    "call_hook", "can_play", "cancel", "chance", "change", "choices", "choose_move",
    "clear", "copy", "copy_die", "count", "damage", "definition", "definitions", "draw",
    "each", "emit", "enter_phase", "faces", "flip_die", "give", "has", "has_room", "heal",
    "hide", "highest", "hold_die", "in_play", "index_of", "kinds", "lock_die", "lose",
    "lowest", "make_move", "matching", "modify", "move_of", "move_to", "nudge_die",
    "paid", "phase", "pick", "play", "play_free", "player", "players", "random", "range",
    "refuse", "remove", "remove_die", "reveal", "roll_dice", "roll_die", "run", "sample",
    "say", "set", "set_die_face", "set_die_sides", "set_die_value", "set_player",
    "set_var_of", "shuffle", "sum", "tagged", "take", "targets_for", "tell", "top",
    "transform", "unhold_die", "unlock_die", "used_on", "var_of", "warn", "weighted",
    "win", "window", "zone_of",
    vars = { other_fields = true },
    game = { other_fields = true },
  },
}

std = "sandbox+api"

-- vars.mana = 3 is how a script writes a variable.
globals = { "vars" }

max_line_length = 100

-- A hook may ignore its arguments.
ignore = { "212" }
