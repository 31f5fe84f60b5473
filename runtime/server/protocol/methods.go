package protocol

import (
	"bytes"
	"encoding/json"
	"reflect"
)

// method is what a client can call.
type method struct {
	name, doc string
	// debug keeps it from clients that may not debug.
	debug          bool
	params, result reflect.Type
	call           func(c *Client, params json.RawMessage) (any, *Error)
}

// event is what a server tells by itself.
type event struct {
	name, doc string
	params    reflect.Type
}

// methods is the whole protocol, in the order of the reference.
func methods() []method {
	return []method{
		on("hello", "Says what the server is and which games it has.", (*Client).hello),
		on("session/new", "Begins a game.", (*Client).begin),
		on("session/load", "Begins a session where a save left off.", (*Client).load),
		on("session/save", "Gives a session as a save. Whoever has it knows everything, what is hidden included.", (*Client).save),
		on("session/list", "Lists the sessions.", (*Client).list),
		on("session/branch", "Begins another session that stands where this one stands.", (*Client).branch),
		on("session/close", "Ends a session.", (*Client).closeSession),
		on("session/watch", "Asks to be told of the changes of a session, as a player sees it.", (*Client).watch),
		on("session/unwatch", "Asks not to be told any more.", (*Client).unwatch),
		on("view", "Shows a session as a player sees it.", (*Client).view),
		on("legal", "Lists complete commands that may be done now.", (*Client).legal),
		on("do", "Does a complete command.", (*Client).do),
		on("choice/begin", "Begins a command that lacks targets. One that lacks none is done at once, unless it carries a warning.", (*Client).beginChoice),
		on("choice/pick", "Picks an option of the open choice; after the last one the command is done.", (*Client).pick),
		on("choice/confirm", "Does a command that waits because of its warning.", (*Client).confirm),
		on("choice/cancel", "Gives up the open choice; nothing was spent.", (*Client).cancel),
		on("undo", "Takes back commands.", (*Client).undo),
		on("redo", "Does commands again that were taken back.", (*Client).redo),
		on("goto", "Travels to the moment after a command.", (*Client).travel),
		on("log", "Tells what happened so far, and what was taken back.", (*Client).log),
		debug(on("evaluate", "Looks at a Lua expression; for debugging only.", (*Client).evaluate)),
		debug(on("session/tune", "Tries values of parameters in a running session; for debugging only.", (*Client).tune)),
		debug(on("content/write", "Changes a parameter in its file, comments kept; for debugging only.", (*Client).write)),
		on("content/definitions", "Lists definitions.", (*Client).definitions),
		on("content/definition", "Tells all about a definition.", (*Client).definition),
		on("content/history", "Tells where a value comes from: who gave it, and which packs changed it.", (*Client).history),
		on("content/source", "Gives the text of a file of content.", (*Client).file),
		on("content/problems", "Tells what is wrong with the content on disk.", (*Client).problemList),
		on("content/test", "Runs the tests of content.", (*Client).test),
		on("simulate/options", "Lists what simulations can be asked about a game.", (*Client).askable),
		on("simulate", "Has a bot play many games, to answer a question about them; progress tells how far it is.", (*Client).simulate),
		on("simulate/cancel", "Ends a simulation; what was played so far is its result.", (*Client).cancelSimulation),
	}
}

// events are the notifications, in the order of the reference. Of those about
// the same thing a slow client gets the last one only.
func events() []event {
	return []event{
		{"changed", "A session that the client watches has changed.", reflect.TypeFor[Changed]()},
		{"reloaded", "Files were saved, and their content is live.", reflect.TypeFor[Reloaded]()},
		{"problems", "What is wrong with the content on disk, after every save.", reflect.TypeFor[Problems]()},
		{"progress", "How far a simulation of the client is.", reflect.TypeFor[Progress]()},
	}
}

func debug(m method) method {
	m.debug = true
	return m
}

// on makes a method of a function on typed messages.
func on[P, R any](name, doc string, f func(*Client, P) (R, *Error)) method {
	return method{
		name: name, doc: doc, params: reflect.TypeFor[P](), result: reflect.TypeFor[R](),
		call: func(c *Client, raw json.RawMessage) (any, *Error) {
			var p P
			if len(raw) > 0 && string(raw) != "null" {
				d := json.NewDecoder(bytes.NewReader(raw))
				d.DisallowUnknownFields()
				if err := d.Decode(&p); err != nil {
					return nil, fail(codeParams, "the params of %s are wrong: %v", name, err)
				}
			}
			r, e := f(c, p)
			if e != nil {
				return nil, e
			}
			return r, nil
		},
	}
}
