# Play a game of Sleight from Godot 4: add this node, set token and url to what
# `sleight serve --http 127.0.0.1:8080` prints, and answer its signals.
extends Node

signal changed(view: Dictionary)
signal said(text: String)
signal refused(reason: String)

@export var url := "http://127.0.0.1:8080"
@export var token := ""
@export var game := "manipulation"

var session := ""
var view := {}


func _ready() -> void:
	var opened: Dictionary = await request("session/new", {"game": game, "seed": "7"})
	if opened.has("session"):
		session = opened.session
		_show(opened)


# Calls a method and waits for its result, which is empty after an error.
func request(method: String, params := {}) -> Variant:
	var http := HTTPRequest.new()
	add_child(http)
	var headers := ["Content-Type: application/json", "Authorization: Bearer " + token]
	var message := {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
	http.request(url + "/rpc", headers, HTTPClient.METHOD_POST, JSON.stringify(message))
	var answer: Array = await http.request_completed
	http.queue_free()
	var body: Variant = JSON.parse_string(answer[3].get_string_from_utf8())
	if body == null or body.has("error"):
		push_error("sleight: %s" % [body.error.message if body else "no answer"])
		return {}
	return body.result


# Call this when a button of view.offers is clicked. It does the command, or asks
# for targets: call pick with one of view.choice.options until all are picked.
func begin(command: String) -> void:
	_show(await request("choice/begin", {"session": session, "command": command}))


func pick(option: String) -> void:
	_show(await request("choice/pick", {"session": session, "option": option}))


# Confirms a command that has shown a warning.
func confirm() -> void:
	_show(await request("choice/confirm", {"session": session}))


func cancel() -> void:
	_show(await request("choice/cancel", {"session": session}))


func _show(reply: Dictionary) -> void:
	for message in reply.get("said", []):
		said.emit(message.text)
	if reply.has("refusal"):
		refused.emit(reply.refusal)
	if reply.has("view"):
		view = reply.view
		changed.emit(view)
