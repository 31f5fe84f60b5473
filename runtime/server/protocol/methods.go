package protocol

import (
	"context"
	"encoding/json"
	"reflect"
	"time"

	"sleight/runtime/diag/strictjson"
	"sleight/runtime/lua"
	"sleight/runtime/server/host"
)

// method is a method that a client can call.
type method struct {
	name, doc string
	// needs is the right that the client must have.
	needs          right
	bounds         Bounds
	params, result reflect.Type
	call           func(c *Client, ctx context.Context, params json.RawMessage) (any, *Error)
}

// right is a permission that only some clients have.
type right int

const (
	ordinary right = iota
	debugRight
	saveRight
	// seatRight is for clients at hosted tables, and tableRight for those that
	// open such tables. Clients with one of them have no other rights.
	seatRight
	tableRight
	anyone // hello and what belongs to every connection
)

// Bounds limit a call.
type Bounds struct {
	// Params is the maximum size of its params, in bytes.
	Params int `json:"params"`
	// Seconds is the maximum time it may take.
	Seconds int `json:"seconds"`
	// Megabytes is the maximum memory that it may hold at a time, its result
	// included.
	Megabytes int `json:"megabytes"`
	// Fuel is the budget of each command and each expression that it runs, in
	// units of fuel, or 0 if it runs none. The expressions of one board together
	// have five times as much.
	Fuel int64 `json:"fuel"`
}

func (b Bounds) within() time.Duration { return time.Duration(b.Seconds) * time.Second }

// defaultBounds are the bounds of most methods.
var defaultBounds = Bounds{Params: 64 << 10, Seconds: 10, Megabytes: 64}

// event is a notification that the server can send.
type event struct {
	name, doc string
	params    reflect.Type
}

// methods lists every method, in the order of the reference.
func methods() []method {
	return []method{
		forAll(newMethod("hello", "Describes the server and lists its games.", (*Client).hello)),
		scripted(newMethod("session/new", "Starts a game.", (*Client).newSession)),
		scripted(bounded(Bounds{Params: 4 << 20, Seconds: 30, Megabytes: 96}, newMethod("session/load", "Starts a session from a save.", (*Client).load))),
		bounded(Bounds{Params: 64 << 10, Seconds: 10, Megabytes: 128}, saves(newMethod("session/save", "Returns a session as a save, which contains everything, including what is hidden.", (*Client).save))),
		saves(newMethod("session/profile", "Returns what a game leaves to later ones, to be passed to session/new.", (*Client).profile)),
		newMethod("session/list", "Lists the sessions.", (*Client).list),
		scripted(bounded(Bounds{Params: 64 << 10, Seconds: 10, Megabytes: 128}, newMethod("session/branch", "Starts another session in the same state as this one.", (*Client).branch))),
		newMethod("session/close", "Ends a session.", (*Client).closeSession),
		scripted(newMethod("session/watch", "Subscribes to changes of a session, as a player sees it.", (*Client).watch)),
		newMethod("session/unwatch", "Unsubscribes from changes of a session.", (*Client).unwatch),
		scripted(newMethod("view", "Shows a session as a player sees it.", (*Client).view)),
		scripted(newMethod("legal", "Lists complete commands that may be done now.", (*Client).legal)),
		scripted(newMethod("do", "Runs a complete command.", (*Client).do)),
		scripted(newMethod("preview", "Returns what a command of the acting player would do, without doing it. If targets are left to pick, these are the effects that every pick has.", (*Client).preview)),
		scripted(newMethod("choice/begin", "Begins a command that lacks targets. A complete command runs at once, unless it has a warning.", (*Client).beginChoice)),
		scripted(newMethod("choice/pick", "Picks an option of the open choice; after the last one the command is done.", (*Client).pick)),
		scripted(newMethod("choice/confirm", "Runs a command that waits because of its warning.", (*Client).confirm)),
		scripted(newMethod("choice/cancel", "Cancels the open choice; nothing was spent. Of an answer to a question of the game, it takes back only the picks: the question stays open.", (*Client).cancel)),
		scripted(newMethod("undo", "Undoes commands: for a client that names a player, or watches as one, only those of that player.", (*Client).undo)),
		scripted(newMethod("redo", "Redoes undone commands, of the same player as undo.", (*Client).redo)),
		scripted(newMethod("goto", "Goes to the moment after a command, across commands of the same player as undo.", (*Client).goTo)),
		newMethod("log", "Lists what happened so far, and what was undone.", (*Client).log),
		scripted(debugging(newMethod("evaluate", "Evaluates a Lua expression; for debugging only.", (*Client).evaluate))),
		debugging(newMethod("debug/inspect", "Describes an entity in play or a variable, with its last changes and who made them; for debugging only.", (*Client).inspect)),
		scripted(debugging(newMethod("debug/replay", "Runs a command again, in a copy of the session, and lists where it stops; for debugging only.", (*Client).replay))),
		scripted(debugging(newMethod("session/tune", "Tries values of parameters in a running session; for debugging only.", (*Client).tune))),
		debugging(newMethod("content/write", "Changes a parameter in its file, comments kept; for debugging only.", (*Client).write)),
		debugging(bounded(Bounds{Params: MaxMessage, Seconds: 10, Megabytes: 96}, newMethod("content/edit", "Replaces the text of a content file, unless it has changed in the meantime; for debugging only.", (*Client).edit))),
		debugging(newMethod("content/fix", "Applies the certain fixes of problems to their files; for debugging only.", (*Client).fix)),
		debugging(newMethod("content/form", "Lists the keys of a new definition that a form can ask for; for debugging only.", (*Client).form)),
		debugging(newMethod("content/new", "Creates a definition, its script and a passing test; nothing is overwritten; for debugging only.", (*Client).create)),
		debugging(newMethod("editor/open", "Starts a language server for the client, which it talks to by editor/send and editor notifications; for debugging only.", (*Client).openEditor)),
		debugging(bounded(Bounds{Params: MaxMessage, Seconds: 10, Megabytes: 96}, newMethod("editor/send", "Forwards a message of the Language Server Protocol; for debugging only.", (*Client).sendToEditor))),
		newMethod("content/definitions", "Lists definitions.", (*Client).definitions),
		newMethod("content/definition", "Returns everything about a definition.", (*Client).definition),
		newMethod("content/history", "Returns where a value comes from: who gave it, and which packs changed it.", (*Client).history),
		newMethod("content/source", "Returns the text of a content file.", (*Client).file),
		newMethod("content/problems", "Lists what is wrong with the content on disk.", (*Client).problemList),
		scripted(bounded(Bounds{Params: 64 << 10, Seconds: 120, Megabytes: 1024}, newMethod("content/test", "Runs the tests of content.", (*Client).test))),
		scripted(newMethod("simulate/options", "Lists what simulations can be asked about a game.", (*Client).simulateOptions)),
		scripted(newMethod("simulate", "Has a bot play many games, to answer a question about them; notifications report its progress.", (*Client).simulate)),
		newMethod("simulate/cancel", "Ends a simulation; its result covers the games played so far.", (*Client).cancelSimulation),
		seated(newMethod("seat/join", "Takes a seat at a hosted table, or watches it, with the secret token of that seat.", (*Client).join)),
		seated(newMethod("seat/leave", "Gives the seat back.", (*Client).leave)),
		seated(newMethod("seat/act", "Gives a command in the seat. When it is answered as done, it is on disk.", (*Client).seatAct)),
		seated(newMethod("seat/choose", "Returns what is left to choose for a command. It changes nothing, and the other seats do not notice.", (*Client).choose)),
		seated(newMethod("seat/preview", "Returns what a command of the seat would certainly do, as far as the seat can know, without doing it.", (*Client).seatPreview)),
		seated(newMethod("seat/legal", "Lists complete commands that the seat may give now.", (*Client).seatLegal)),
		seated(newMethod("seat/watch", "Returns everything the seat sees now. Notifications report every change.", (*Client).seatView)),
		seated(newMethod("seat/clocks", "Returns how much time is left for choices with a time limit.", (*Client).seatClocks)),
		seated(newMethod("seat/log", "Lists what happened so far, as far as the seat may know.", (*Client).seatLog)),
		seated(newMethod("seat/presence", "Returns who is at the table.", (*Client).presence)),
		hosting(newMethod("table/open", "Opens a table and returns the tokens of its seats; for the operator of a host.", (*Client).openTable)),
		hosting(newMethod("table/list", "Lists the tables; for the operator of a host.", (*Client).listTables)),
		hosting(newMethod("table/bot", "Lets a bot play a seat while its player is away, or no bot any more; for the operator of a host.", (*Client).seatBot)),
		forAll(newMethod(cancelMethod, "Cancels a running call of this client, by its id; that call is answered with an error.", (*Client).cancelCall)),
	}
}

// events are the notifications, in the order of the reference. A slow client
// gets only the last of those with the same key.
func events() []event {
	return []event{
		{"changed", "A session that the client watches has changed.", reflect.TypeFor[SessionChanged]()},
		{"reloaded", "Files were saved, and their content is live.", reflect.TypeFor[ContentReloaded]()},
		{"problems", "What is wrong with the content on disk, after every save.", reflect.TypeFor[Problems]()},
		{"debugger", "An editor that debugs a session has stopped it, or lets it continue.", reflect.TypeFor[EditorStop]()},
		{"tested", "The results of the tests of the saved files, after a save, if there are any tests.", reflect.TypeFor[Tested]()},
		{"news", "Something has happened at the hosted table at which the client sits.", reflect.TypeFor[host.TableUpdate]()},
		{"presence", "Someone has come to that table, or left it.", reflect.TypeFor[host.Presence]()},
		{"gone", "The client has lost its seat.", reflect.TypeFor[host.LostSeat]()},
		{"editor", "A message of the client's language server.", reflect.TypeFor[EditorMessage]()},
		{"progress", "The progress of a simulation of the client.", reflect.TypeFor[Progress]()},
	}
}

func debugging(m method) method {
	m.needs = debugRight
	return m
}

func forAll(m method) method {
	m.needs = anyone
	return m
}

func seated(m method) method {
	m.needs = seatRight
	return scripted(m)
}

func hosting(m method) method {
	m.needs = tableRight
	return scripted(m)
}

func saves(m method) method {
	m.needs = saveRight
	return m
}

// scripted marks a method that runs scripts.
func scripted(m method) method {
	m.bounds.Fuel = lua.DefaultFuel
	return m
}

// bounded replaces the bounds of a method, except its fuel.
func bounded(b Bounds, m method) method {
	b.Fuel = m.bounds.Fuel
	m.bounds = b
	return m
}

// newMethod makes a method from a function on typed messages. The function must
// stop when the context ends, if it may wait or take long.
func newMethod[P, R any](name, doc string, f func(*Client, context.Context, P) (R, *Error)) method {
	return method{
		name: name, doc: doc, bounds: defaultBounds, params: reflect.TypeFor[P](), result: reflect.TypeFor[R](),
		call: func(c *Client, ctx context.Context, raw json.RawMessage) (any, *Error) {
			var p P
			if len(raw) > 0 {
				if err := strictjson.Unmarshal(raw, &p); err != nil {
					return nil, fail(codeParams, "the params of %s are wrong: %v", name, err)
				}
			}
			r, e := f(c, ctx, p)
			if e != nil {
				return nil, e
			}
			return r, nil
		},
	}
}
