package protocol

import (
	"context"
	"encoding/json"
	"reflect"
	"time"

	"sleight/runtime/diag/strictjson"
)

// method is what a client can call.
type method struct {
	name, doc string
	// needs is the right that a client must have.
	needs          right
	bounds         Bounds
	params, result reflect.Type
	call           func(c *Client, ctx context.Context, params json.RawMessage) (any, *Error)
}

// right is what only some clients may do.
type right int

const (
	noRight right = iota
	debugRight
	saveRight
)

// Bounds are what a call may take.
type Bounds struct {
	// Params is the most that its params may be, in bytes.
	Params int `json:"params"`
	// Seconds is how long it may take.
	Seconds int `json:"seconds"`
	// Megabytes is how much memory it may allocate beside what it returns.
	Megabytes int `json:"megabytes"`
}

func (b Bounds) within() time.Duration { return time.Duration(b.Seconds) * time.Second }

// usual are the bounds of most methods.
var usual = Bounds{Params: 64 << 10, Seconds: 10, Megabytes: 64}

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
		bounded(Bounds{Params: 4 << 20, Seconds: 30, Megabytes: 256}, on("session/load", "Begins a session where a save left off.", (*Client).load)),
		saves(on("session/save", "Gives a session as a save. Whoever has it knows everything, what is hidden included.", (*Client).save)),
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
		debugging(on("evaluate", "Looks at a Lua expression; for debugging only.", (*Client).evaluate)),
		debugging(on("session/tune", "Tries values of parameters in a running session; for debugging only.", (*Client).tune)),
		debugging(on("content/write", "Changes a parameter in its file, comments kept; for debugging only.", (*Client).write)),
		on("content/definitions", "Lists definitions.", (*Client).definitions),
		on("content/definition", "Tells all about a definition.", (*Client).definition),
		on("content/history", "Tells where a value comes from: who gave it, and which packs changed it.", (*Client).history),
		on("content/source", "Gives the text of a file of content.", (*Client).file),
		on("content/problems", "Tells what is wrong with the content on disk.", (*Client).problemList),
		bounded(Bounds{Params: 64 << 10, Seconds: 120, Megabytes: 1024}, onLong("content/test", "Runs the tests of content.", (*Client).test)),
		on("simulate/options", "Lists what simulations can be asked about a game.", (*Client).askable),
		onLong("simulate", "Has a bot play many games, to answer a question about them; progress tells how far it is.", (*Client).simulate),
		on("simulate/cancel", "Ends a simulation; what was played so far is its result.", (*Client).cancelSimulation),
		on(cancelMethod, "Ends a call of this client that is under way, by its id; it is answered with an error.", (*Client).cancelCall),
	}
}

// events are the notifications, in the order of the reference. Of those about
// the same thing a slow client gets the last one only.
func events() []event {
	return []event{
		{"changed", "A session that the client watches has changed.", reflect.TypeFor[Changed]()},
		{"reloaded", "Files were saved, and their content is live.", reflect.TypeFor[Reloaded]()},
		{"problems", "What is wrong with the content on disk, after every save.", reflect.TypeFor[Problems]()},
		{"tested", "What came of the tests of what was saved, after a save, where there are any.", reflect.TypeFor[Tested]()},
		{"progress", "How far a simulation of the client is.", reflect.TypeFor[Progress]()},
	}
}

func debugging(m method) method {
	m.needs = debugRight
	return m
}

func saves(m method) method {
	m.needs = saveRight
	return m
}

func bounded(b Bounds, m method) method {
	m.bounds = b
	return m
}

// on makes a method of a function on typed messages.
func on[P, R any](name, doc string, f func(*Client, P) (R, *Error)) method {
	return onLong(name, doc, func(c *Client, _ context.Context, p P) (R, *Error) { return f(c, p) })
}

// onLong is on for what may take long, and ends with a context.
func onLong[P, R any](name, doc string, f func(*Client, context.Context, P) (R, *Error)) method {
	return method{
		name: name, doc: doc, bounds: usual, params: reflect.TypeFor[P](), result: reflect.TypeFor[R](),
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
