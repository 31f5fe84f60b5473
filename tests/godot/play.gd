# Plays a game to its end by docs/examples/client_godot3.gd, without a window:
# godot3-server -s tests/godot/play.gd URL TOKEN CLIENT, the last a file.
extends SceneTree

const MOST = 3000

var client
var steps := 0


func _init() -> void:
	var arguments := OS.get_cmdline_args()
	var given := arguments.size() - 3
	seed(7)
	client = load(arguments[given + 2]).new()
	client.url = arguments[given]
	client.token = arguments[given + 1]
	client.connect("changed", self, "_changed", [], CONNECT_DEFERRED)
	get_root().add_child(client)


# Takes the next step by chance, as a person who clicks what is not grey.
func _changed(view: Dictionary) -> void:
	steps += 1
	if view.has("ending") or steps > MOST:
		var outcome: String = view.ending.outcome if view.has("ending") else "not over"
		print("After %d commands: %s" % [view.turn, outcome])
		quit()
		return
	if view.choice.open:
		var options := _possible(view.choice.get("options", []))
		if options:
			client.pick(options[randi() % options.size()].label)
		elif view.choice.get("options", []):
			client.cancel()
		else:
			client.confirm()
		return
	var offers := _possible(view.offers)
	client.begin(offers[randi() % offers.size()].command)


# What has no reason against it.
func _possible(list: Array) -> Array:
	var out := []
	for one in list:
		if not one.has("reason"):
			out.append(one)
	return out
