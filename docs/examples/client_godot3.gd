# Play a game of Sleight from Godot 3: add this node, set token and url to what
# `sleight serve --http 127.0.0.1:8080` prints, and answer its signals.
extends Node

signal changed(view)
signal said(text)
signal refused(reason)

export var url := "http://127.0.0.1:8080"
export var token := ""
export var game := "manipulation"

var session := ""
var view := {}


func _ready() -> void:
	var opened: Dictionary = yield(request("session/new", {"game": game, "seed": "7"}), "completed")
	if opened.has("session"):
		session = opened.session
		_show(opened)


# Calls a method and waits for its result, which is empty after an error.
func request(method: String, params := {}) -> Dictionary:
	var http := HTTPRequest.new()
	add_child(http)
	var headers := ["Content-Type: application/json", "Authorization: Bearer " + token]
	var message := {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
	http.request(url + "/rpc", headers, false, HTTPClient.METHOD_POST, JSON.print(message))
	var answer: Array = yield(http, "request_completed")
	http.queue_free()
	var body = JSON.parse(answer[3].get_string_from_utf8()).result
	if body == null or body.has("error"):
		push_error("sleight: %s" % [body.error.message if body else "no answer"])
		return {}
	return body.result


# Call this when a button of view.offers is clicked. It does the command, or asks
# for targets: call pick with one of view.choice.options until all are picked.
func begin(command: String) -> void:
	_show(yield(request("choice/begin", {"session": session, "command": command}), "completed"))


func pick(option: String) -> void:
	_show(yield(request("choice/pick", {"session": session, "option": option}), "completed"))


# Confirms a command that has shown a warning.
func confirm() -> void:
	_show(yield(request("choice/confirm", {"session": session}), "completed"))


func cancel() -> void:
	_show(yield(request("choice/cancel", {"session": session}), "completed"))


func _show(reply: Dictionary) -> void:
	for message in reply.get("said", []):
		emit_signal("said", message.text)
	if reply.has("refusal"):
		emit_signal("refused", reply.refusal)
	if reply.has("view"):
		view = reply.view
		emit_signal("changed", view)
