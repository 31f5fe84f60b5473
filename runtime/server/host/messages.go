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

// TableUpdate is a seat's view of its table, and what has happened since the
// client's last one.
type TableUpdate struct {
	Table string `json:"table"` // its id
	// Version increases with every change of the table.
	Version int `json:"version"`
	// Player is the player of the seat, counted from 1; absent for watchers.
	Player int `json:"player,omitempty"`
	// Acts reports whether the seat may act now.
	Acts bool `json:"acts"`
	// Commands lists the commands since this client's last update, oldest first.
	// Missed reports whether there were more; seat/log lists all of them.
	Commands []SeatLogEntry `json:"told,omitempty"`
	Missed   bool           `json:"missed,omitempty"`
	// Updated reports whether the table has switched to other content.
	Updated bool         `json:"updated,omitempty"`
	View    *board.Board `json:"view"`
}

// SeatLogEntry describes a command, as far as a seat may know.
type SeatLogEntry struct {
	// Turn is the number of the command, 0 for the start of the game.
	Turn   int `json:"turn"`
	Player int `json:"player,omitempty"` // who gave it
	// Command is its text, with … in place of what the seat may not know.
	Command string            `json:"command"`
	Said    []session.Message `json:"said,omitempty"`
	// Changes are its changes, in words, as far as the seat may know them. The log has
	// those of the last 60 commands, in another language if nobody at the table had
	// chosen the client's by then.
	Changes []string `json:"changes,omitempty"`
	// Steps are the events that the seat saw, in order. Only the last command
	// has them.
	Steps []board.Step `json:"steps,omitempty"`
}

// Clocks reports the remaining times.
type Clocks struct {
	// Clocks are the clocks of the view that are running: none is while nobody is
	// at the table.
	Clocks []RemainingTime `json:"clocks"`
}

// RemainingTime is the remaining time of a choice.
type RemainingTime struct {
	// Player and Since are those of the clock in the view.
	Player int `json:"player"`
	Since  int `json:"since"`
	// Seconds is the remaining time.
	Seconds float64 `json:"seconds"`
}

// Presence reports who is at a table. It is sent whenever that changes.
type Presence struct {
	Table string       `json:"table"`
	Seats []SeatStatus `json:"seats"` // one for each player, in order
	// Watchers is the number of clients that only watch.
	Watchers int `json:"watchers"`
}

// SeatStatus describes the client or bot in a seat.
type SeatStatus struct {
	Player int `json:"player"`
	// Here reports whether a client has joined it.
	Here bool `json:"here"`
	// Bot is the bot that plays it, if one does: always, or because the player
	// has been away for long.
	Bot string `json:"bot,omitempty"`
}

// LostSeat reports that the client has lost its seat.
type LostSeat struct {
	Table  string `json:"table"`
	Reason string `json:"reason"`
}

// Act is a command of a seat.
type Act struct {
	// Command is the complete command, as in use flip d2.
	Command string `json:"command"`
	// A number makes it safe to resend the command after a lost answer: one that
	// is greater than that of every earlier command of the seat. A command with
	// the number of the last one is not run again, and gets the same answer. A
	// smaller number is refused.
	Sequence int64 `json:"once,omitempty"`
	// Version is that of the update on which the command is based. If the table
	// has another version by now, nothing is done. If absent, it is not
	// checked.
	Version int `json:"version,omitempty"`
}

// ActResult is the answer to a command of a seat.
type ActResult struct {
	// Done reports whether it was run. It is on disk then.
	Done bool `json:"done"`
	// Again reports whether the command with this number had been run before.
	Again   bool   `json:"again,omitempty"`
	Command string `json:"command,omitempty"` // what was done, in full
	// Refusal is the rules' reason to refuse it, Code its code, and Arguments
	// are the values in its sentence, in English, by name. Nothing has changed
	// then.
	Refusal   string            `json:"refusal,omitempty"`
	Code      string            `json:"code,omitempty"`
	Arguments map[string]string `json:"arguments,omitempty"`
	Version   int               `json:"version"` // of the table, afterwards
}

// ChoiceRequest asks for the next choice of a command.
type ChoiceRequest struct {
	Command string   `json:"command"`          // its beginning, as in use flip
	Picked  []string `json:"picked,omitempty"` // the labels picked so far
}

// NextChoice is the next choice of a command.
type NextChoice struct {
	// Choice has the options of the next target, or the warning to confirm.
	Choice board.Choice `json:"choice"`
	// Complete is the complete command, to be sent by seat/act, if nothing is
	// left to choose.
	Complete  string            `json:"complete,omitempty"`
	Refusal   string            `json:"refusal,omitempty"`
	Code      string            `json:"code,omitempty"`
	Arguments map[string]string `json:"arguments,omitempty"`
}

// SeatPreview is the effects of a command in advance.
type SeatPreview struct {
	// Changes are its certain changes, in words, as far as the seat can know
	// them.
	Changes []string `json:"changes"`
	// Steps are the variables and properties that it would change, and the entities
	// that it would move, in order.
	Steps []board.Step `json:"steps,omitempty"`
	// Chance reports whether the rest depends on chance or on hidden values.
	Chance bool `json:"chance,omitempty"`
	// Odds are the possible values of numbers that depend on chance, from 20
	// tries. There are none before the last pick.
	Odds []board.Odds `json:"odds,omitempty"`
	// Next is the next pick; Changes and Steps are the same for every pick.
	Next      *Next             `json:"next,omitempty"`
	Refusal   string            `json:"refusal,omitempty"`
	Code      string            `json:"code,omitempty"`
	Arguments map[string]string `json:"arguments,omitempty"`
}

// Next is the next pick of a command.
type Next struct {
	Prompt string `json:"prompt"`
	// Options are the titles of the available options, each once.
	Options []string `json:"options"`
}

// Commands lists the commands that a seat may give now.
type Commands struct {
	Commands []string `json:"commands"`
	More     bool     `json:"more,omitempty"` // there are others
}

// SeatLog lists commands from a turn on.
type SeatLog struct {
	Turn    int            `json:"turn"` // the current turn
	Entries []SeatLogEntry `json:"entries"`
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

// CreatedTable is a new table, with the secret tokens of its seats. They are
// not stored and cannot be shown again.
type CreatedTable struct {
	Table string   `json:"table"`
	Seats []string `json:"seats"` // one for each player, in order
	Watch string   `json:"watch"` // for watchers
}

// TableInfo describes a table in a list.
type TableInfo struct {
	Table string `json:"table"`
	Game  string `json:"game"`
	Seats int    `json:"seats"`
	// Awake reports whether it is in memory: someone is there, or was until
	// recently.
	Awake   bool `json:"awake,omitempty"`
	Version int  `json:"version"`
	Here    int  `json:"here"` // clients
}
