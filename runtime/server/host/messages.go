package host

import (
	"embed"

	"sleight/runtime/game/board"
	"sleight/runtime/game/session"
)

// Source holds the Go file that declares and documents the messages of hosted
// tables, for package protocol.
//
//go:embed messages.go
var Source embed.FS

// News is what a seat sees of its table, and what has happened there.
type News struct {
	Table string `json:"table"` // its id
	// Version increases with everything that happens at the table.
	Version int `json:"version"`
	// Player is whose seat this is, counted from 1; absent for watchers.
	Player int `json:"player,omitempty"`
	// Acts reports whether the seat may act now.
	Acts bool `json:"acts"`
	// Told lists the commands since the news that this client got last, oldest
	// first. Missed reports whether there were more; seat/log lists all of them.
	Told   []Done `json:"told,omitempty"`
	Missed bool   `json:"missed,omitempty"`
	// Updated reports whether the table has taken up other content.
	Updated bool         `json:"updated,omitempty"`
	View    *board.Board `json:"view"`
}

// Done describes a command, as far as a seat may know.
type Done struct {
	// Turn is the number of the command, 0 for the start of the game.
	Turn   int `json:"turn"`
	Player int `json:"player,omitempty"` // who gave it
	// Command is its text, with … for what the seat may not know.
	Command string            `json:"command"`
	Said    []session.Message `json:"said,omitempty"`
	// Changes are what it changed, in words, as far as the seat may know.
	Changes []string `json:"changes,omitempty"`
	// Steps are what the seat saw happen, in order. Only the last command has them.
	Steps []board.Step `json:"steps,omitempty"`
}

// Clocks reports how much time is left.
type Clocks struct {
	// Clocks are those of the view that run: none runs while nobody is at the
	// table.
	Clocks []Left `json:"clocks"`
}

// Left is what is left of the time for a choice.
type Left struct {
	// Player and Since are those of the clock in the view.
	Player int `json:"player"`
	Since  int `json:"since"`
	// Seconds is the time that is left.
	Seconds float64 `json:"seconds"`
}

// Presence reports who is at a table. It comes whenever that changes.
type Presence struct {
	Table string  `json:"table"`
	Seats []Taken `json:"seats"` // one for each player, in order
	// Watchers is the number of clients that only watch.
	Watchers int `json:"watchers"`
}

// Taken describes who sits in a seat.
type Taken struct {
	Player int `json:"player"`
	// Here reports whether a client has joined it.
	Here bool `json:"here"`
	// Bot is the bot that plays it, if one does: always, or because the player
	// has been away for long.
	Bot string `json:"bot,omitempty"`
}

// Gone reports that the client has lost its seat.
type Gone struct {
	Table  string `json:"table"`
	Reason string `json:"reason"`
}

// Act is a command of a seat.
type Act struct {
	// Command is the whole command, as in use flip d2.
	Command string `json:"command"`
	// Once makes it safe to send the command again after a lost answer: a number
	// greater than that of every earlier command of the seat. A command whose
	// number is that of the last one is not done again; it gets the answer of
	// that one. A smaller number is refused.
	Once int64 `json:"once,omitempty"`
	// Version is that of the news by which the command was chosen. If the table
	// has another version by now, nothing is done. Absent, it does not matter.
	Version int `json:"version,omitempty"`
}

// Outcome is the answer to a command of a seat.
type Outcome struct {
	// Done reports whether it was done. It is on disk then.
	Done bool `json:"done"`
	// Again reports whether it had been done before, as its number says.
	Again   bool   `json:"again,omitempty"`
	Command string `json:"command,omitempty"` // what was done, in full
	// Refusal is why the rules forbid it, Code its code, and Arguments are the
	// values in its sentence, in English, by name. Nothing has changed then.
	Refusal   string            `json:"refusal,omitempty"`
	Code      string            `json:"code,omitempty"`
	Arguments map[string]string `json:"arguments,omitempty"`
	Version   int               `json:"version"` // of the table, afterwards
}

// Choose asks what is left to choose for a command.
type Choose struct {
	Command string   `json:"command"`          // its beginning, as in use flip
	Picked  []string `json:"picked,omitempty"` // the labels picked so far
}

// Chosen is what is left to choose for a command.
type Chosen struct {
	// Choice has the options of the next target, or the warning to confirm.
	Choice board.Choice `json:"choice"`
	// Complete is the whole command, to be sent by seat/act, if nothing is left.
	Complete  string            `json:"complete,omitempty"`
	Refusal   string            `json:"refusal,omitempty"`
	Code      string            `json:"code,omitempty"`
	Arguments map[string]string `json:"arguments,omitempty"`
}

// Foreseen is what a command would do.
type Foreseen struct {
	// Changes are what it would certainly change, in words, as far as the seat can
	// know.
	Changes []string `json:"changes"`
	// Steps are the variables and properties that it would change, and the things
	// that it would move, in order.
	Steps []board.Step `json:"steps,omitempty"`
	// Chance reports whether the rest depends on chance or on what is hidden.
	Chance bool `json:"chance,omitempty"`
	// Odds are what chance would make of numbers, found by trying 20 times. There
	// are none while something is left to pick.
	Odds []board.Odds `json:"odds,omitempty"`
	// Next is what has yet to be picked; Changes and Steps are the same whatever
	// that will be.
	Next      *Next             `json:"next,omitempty"`
	Refusal   string            `json:"refusal,omitempty"`
	Code      string            `json:"code,omitempty"`
	Arguments map[string]string `json:"arguments,omitempty"`
}

// Next is the next pick of a command.
type Next struct {
	Prompt string `json:"prompt"`
	// Options are the titles of those that can be picked, each once.
	Options []string `json:"options"`
}

// Commands lists the commands that a seat may give now.
type Commands struct {
	Commands []string `json:"commands"`
	More     bool     `json:"more,omitempty"` // there are others
}

// SeatLog lists commands from a turn on.
type SeatLog struct {
	Turn    int    `json:"turn"` // the current turn
	Entries []Done `json:"entries"`
}

// Setup describes a new table.
type Setup struct {
	Game string `json:"game"` // its id
	// Seats is the number of players; the game's minimum if absent.
	Seats int `json:"seats,omitempty"`
	// Bots are the names of bots that take seats, by player. Players can take
	// these seats with their links.
	Bots map[int]string `json:"bots,omitempty"`
	// StandIn is the bot that plays for players who are away for Patience
	// seconds while others are there; absent for none.
	StandIn  string `json:"standIn,omitempty"`
	Patience int    `json:"patience,omitempty"`
	// Pinned tables keep their content until the game is over.
	Pinned bool `json:"pinned,omitempty"`
}

// Opening is a new table, with the secrets that take its seats. They are not
// kept and cannot be shown again.
type Opening struct {
	Table string   `json:"table"`
	Seats []string `json:"seats"` // one for each player, in order
	Watch string   `json:"watch"` // for watchers
}

// Hosted describes a table in a list.
type Hosted struct {
	Table string `json:"table"`
	Game  string `json:"game"`
	Seats int    `json:"seats"`
	// Awake reports whether it is in memory: someone is there, or was until
	// recently.
	Awake   bool `json:"awake,omitempty"`
	Version int  `json:"version"`
	Here    int  `json:"here"` // clients
}
