package protocol

import (
	"encoding/json"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/board"
	"sleight/runtime/game/session"
	"sleight/runtime/sim"
)

// None is for calls that need nothing, or answer nothing.
type None struct{}

// Greeting says how a client would be talked to.
type Greeting struct {
	// Language is a tag such as de: from now on this client gets the texts of
	// games in it, as far as packs have them; en is as they are written. It stays
	// as it is if absent.
	Language string `json:"language,omitempty"`
}

// Hello is what a server is.
type Hello struct {
	Protocol int `json:"protocol"` // its version
	// Language is what this client gets texts in; absent for as they are written.
	Language string `json:"language,omitempty"`
	// Languages are those that packs have texts in.
	Languages []string `json:"languages"`
	// Words are what Sleight's own faces say besides, by how they write it in
	// English, {names} for what is put in; for faces that want to say the same.
	Words map[string]string `json:"words,omitempty"`
	// Debug tells that this client may evaluate, try values and write content.
	Debug bool   `json:"debug"`
	Games []Game `json:"games"`
}

// Game is a game that can be played.
type Game struct {
	ID         string   `json:"id"`
	Title      string   `json:"title"`
	Text       string   `json:"text,omitempty"`
	MinPlayers int      `json:"minPlayers"`
	MaxPlayers int      `json:"maxPlayers"`
	Bots       []string `json:"bots"`
}

// New asks for a game.
type New struct {
	Game string `json:"game"` // its id
	// Seed decides all chance: a whole number, or its decimal digits as a text
	// since not every language has 64 bits; 1 if absent.
	Seed    Digits `json:"seed,omitempty"`
	Players int    `json:"players,omitempty"` // as few as the game allows if absent
}

// Call names a call of the client by the id of its request.
type Call struct {
	ID CallID `json:"id"`
}

// Named names a session.
type Named struct {
	Session string `json:"session"`
}

// Seen names a session and who looks: a player from 1, or whoever acts if
// absent.
type Seen struct {
	Session string `json:"session"`
	Player  int    `json:"player,omitempty"`
}

// Opened is a session that has begun or was loaded.
type Opened struct {
	Session string   `json:"session"`
	Notes   []string `json:"notes,omitempty"` // what a loaded save could not keep
	// Version rises with every change of the session.
	Version int          `json:"version"`
	View    *board.Board `json:"view"`
	// Seed is what decides all chance, for clients that may debug.
	Seed string `json:"seed,omitempty"`
}

// Load begins a session where a save left off.
type Load struct {
	Save json.RawMessage `json:"save"`
}

// Saved is a session as a save, to be kept and loaded as it is.
type Saved struct {
	Save json.RawMessage `json:"save"`
}

// Listed is a session among all.
type Listed struct {
	Session string `json:"session"`
	Game    string `json:"game"`
	Turn    int    `json:"turn"`
	Players int    `json:"players"`
	Over    bool   `json:"over,omitempty"`
	// Watchers is how many clients are told of its changes.
	Watchers int `json:"watchers"`
	// Stored tells that it was written to the disk because nobody used it for
	// long. Any call wakes it.
	Stored bool `json:"stored,omitempty"`
}

// Do is a command as a player would type it: "reroll", "use flip d2".
type Do struct {
	Session string `json:"session"`
	Player  int    `json:"player,omitempty"` // whose view to answer with
	Command string `json:"command"`
}

// Pick is an option of the open choice, by its label.
type Pick struct {
	Session string `json:"session"`
	Player  int    `json:"player,omitempty"` // whose view to answer with
	Option  string `json:"option"`
}

// Reply is what came of a command, of a step of a choice, or of travel.
type Reply struct {
	// Done tells that it was done: neither refused nor failed.
	Done    bool   `json:"done"`
	Command string `json:"command,omitempty"` // what was done, in full
	// Refusal says why the rules forbid it, Problem what in the content failed.
	// Nothing has changed then.
	Refusal string `json:"refusal,omitempty"`
	// Code is the refusal for programs, Arguments what its sentence is filled
	// with, in English, by name.
	Code      string            `json:"code,omitempty"`
	Arguments map[string]string `json:"arguments,omitempty"`
	Problem   *Problem          `json:"problem,omitempty"`
	Said      []session.Message `json:"said,omitempty"`
	Changes   []board.Told      `json:"changes,omitempty"`
	Warning   string            `json:"warning,omitempty"`
	// Notes say what a change of content did to the game, such as cancel a choice.
	Notes   []Problem    `json:"notes,omitempty"`
	Version int          `json:"version"`
	View    *board.Board `json:"view"`
}

// Steps is how many commands to go back or forth, 1 if absent.
type Steps struct {
	Session string `json:"session"`
	Player  int    `json:"player,omitempty"` // whose view to answer with
	Count   int    `json:"count,omitempty"`
}

// Goto is a moment: after command number Turn, 0 for the start.
type Goto struct {
	Session string `json:"session"`
	Player  int    `json:"player,omitempty"` // whose view to answer with
	Turn    int    `json:"turn"`
}

// Limited asks for so many at most, 200 if absent.
type Limited struct {
	Session string `json:"session"`
	Limit   int    `json:"limit,omitempty"`
}

// Legal lists commands that may be done now.
type Legal struct {
	Commands []string `json:"commands"`
	// More tells that there are others.
	More bool `json:"more,omitempty"`
}

// Since asks for what happened from a turn on, 0 for all. An answer has at most
// 10,000 entries; further ones are asked for from a later turn on.
type Since struct {
	Session string `json:"session"`
	Player  int    `json:"player,omitempty"` // whose eyes see the changes
	From    int    `json:"from,omitempty"`
}

// Log is what happened so far, and what could be done again.
type Log struct {
	Turn    int     `json:"turn"` // the moment at which the session stands
	Last    int     `json:"last"` // the last moment there is, undone ones included
	Entries []Entry `json:"entries"`
}

// Entry is one command of a log.
type Entry struct {
	Turn    int               `json:"turn"` // 0 for the start
	Command string            `json:"command"`
	Player  int               `json:"player,omitempty"`
	Said    []session.Message `json:"said,omitempty"`
	Changes []board.Told      `json:"changes,omitempty"`
	// Undone tells that it was taken back and can be done again.
	Undone bool `json:"undone,omitempty"`
}

// Evaluate is Lua: an expression that is only looked at.
type Evaluate struct {
	Session string `json:"session"`
	Source  string `json:"source"`
}

// Value is what an expression gave, or why it failed.
type Value struct {
	Text    string   `json:"text"`
	Problem *Problem `json:"problem,omitempty"`
}

// Tune tries values of parameters in a running session, by KIND/ID.NAME; what
// is not named has its own value again.
type Tune struct {
	Session string             `json:"session"`
	Params  map[string]float64 `json:"params"`
}

// Write changes a parameter in the file where it stands.
type Write struct {
	Param string  `json:"param"` // KIND/ID.NAME, or PACK:KIND/ID.NAME
	Value float64 `json:"value"`
}

// Written is where a parameter was changed.
type Written struct {
	Place string `json:"place"`
}

// Search chooses definitions: those of a game's pack, and with all words in
// their key, name or text.
type Search struct {
	Game string `json:"game,omitempty"`
	Text string `json:"text,omitempty"`
}

// Definition is an item of content, in a list.
type Definition struct {
	Key     string `json:"key"` // PACK:KIND/ID
	Kind    string `json:"kind"`
	ID      string `json:"id"`
	Name    string `json:"name"`
	Text    string `json:"text,omitempty"`
	Place   string `json:"place"`
	Tests   int    `json:"tests"`
	Failing int    `json:"failing,omitempty"` // tests that failed when run last
	// Changers are the packs that have changed it, in order.
	Changers []string `json:"changers,omitempty"`
}

// Key names a definition: KIND/ID, or PACK:KIND/ID.
type Key struct {
	Key string `json:"key"`
	// Game says whose definition is meant where several packs have one of the
	// key; else it is that of the first pack by name.
	Game string `json:"game,omitempty"`
}

// Details is all of a definition.
type Details struct {
	Definition
	Params []Param  `json:"params,omitempty"`
	Tags   []string `json:"tags,omitempty"`
	// Source is how it is written in YAML, Line where in its file that begins.
	Source string `json:"source"`
	Line   int    `json:"line"`
	// Script is its Lua, ScriptPlace where that stands.
	Script      string `json:"script,omitempty"`
	ScriptPlace string `json:"scriptPlace,omitempty"`
	// Pack is the pack that it is of, with its version.
	Pack string `json:"pack"`
	// Values are what it holds as all packs have left it, but for tests and Lua.
	Values []Held `json:"values"`
	// Changes are what other packs have changed in it, in order.
	Changes []Provenance `json:"changes,omitempty"`
}

// Held is a value of a definition.
type Held struct {
	Path  string `json:"path"`
	Value string `json:"value"` // as YAML, in one line
	Place string `json:"place"` // where it is written
	Pack  string `json:"pack"`  // that holds this file
	// Changers are the packs that have changed it, in order.
	Changers []string `json:"changers,omitempty"`
}

// ValueOf names a value of a definition.
type ValueOf struct {
	Key  string `json:"key"`  // KIND/ID, or PACK:KIND/ID
	Path string `json:"path"` // such as price, params.gold or entries[ID].weight
}

// History is where a value comes from, oldest step first.
type History struct {
	Value string       `json:"value"` // as it is now, as YAML; empty when it is gone
	Steps []Provenance `json:"steps"`
}

// Provenance is what became of a value, and who said so.
type Provenance struct {
	// Path is that of the value which was given or changed; it may lead into
	// the one asked for, or hold it.
	Path string `json:"path"`
	// Op is set, replace, add, remove, scale, add hook, wrap hook or replace
	// hook; absent where the value was first given.
	Op    string `json:"op,omitempty"`
	Pack  string `json:"pack"` // with its version
	Place string `json:"place"`
	// Before and Value are as YAML; absent where there is none.
	Before string `json:"before,omitempty"`
	Value  string `json:"value,omitempty"`
	Text   string `json:"text,omitempty"` // why, in the words of the pack
}

// File names a file of content as places do.
type File struct {
	File string `json:"file"`
}

// FileText is what a file of content held when it was read last.
type FileText struct {
	Text string `json:"text"`
}

// Param is a number to tune.
type Param struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit,omitempty"`
	Text  string  `json:"text,omitempty"`
	// Low and High bound what is safe, where the content says so; Breaks is
	// what goes wrong outside.
	Low    *float64 `json:"low,omitempty"`
	High   *float64 `json:"high,omitempty"`
	Breaks string   `json:"breaks,omitempty"`
	// Fixed tells that it cannot be written: it comes with the program.
	Fixed bool `json:"fixed,omitempty"`
}

// Problem is a diagnostic with the line that it is about.
type Problem struct {
	diag.Diagnostic
	// Where is FILE:LINE:COLUMN, Snippet the line itself.
	Where   string `json:"where"`
	Snippet string `json:"snippet,omitempty"`
}

// Problems is what is wrong with the content on disk.
type Problems struct {
	// Broken tells that it cannot be played: the last good content plays on.
	Broken   bool      `json:"broken"`
	Problems []Problem `json:"problems"`
}

// Tests asks for the tests of a definition, or of a game's pack, or all.
type Tests struct {
	Key  string `json:"key,omitempty"`
	Game string `json:"game,omitempty"`
}

// Tested is what came of tests.
type Tested struct {
	Passed  int          `json:"passed"`
	Failed  int          `json:"failed"`
	Results []TestResult `json:"results"` // of one definition all, else what failed
}

// TestResult is what came of one test.
type TestResult struct {
	Key     string   `json:"key"` // of the definition
	Name    string   `json:"name"`
	Place   string   `json:"place"`
	Passed  bool     `json:"passed"`
	Problem *Problem `json:"problem,omitempty"`
}

// Changed tells that a session is not as it was.
type Changed struct {
	Session string       `json:"session"`
	Version int          `json:"version"`
	Closed  bool         `json:"closed,omitempty"` // the session is gone
	View    *board.Board `json:"view,omitempty"`
}

// Reloaded tells that files were saved and their content is live.
type Reloaded struct {
	Files       []string  `json:"files"`
	Definitions []Edited  `json:"definitions"`
	Took        float64   `json:"took"` // milliseconds
	Notes       []Problem `json:"notes,omitempty"`
}

// Edited is what has changed of a definition.
type Edited struct {
	Key    string   `json:"key"`
	Change string   `json:"change"` // new, gone or changed
	Fields []string `json:"fields,omitempty"`
}

// Progress tells how far a simulation is; Answer comes last, or Problem.
type Progress struct {
	Simulation string `json:"simulation"`
	// Done and Of are games of each variant.
	Done int `json:"done"`
	Of   int `json:"of"`
	// Report is that of a simulation without a question; Answer holds it too.
	Report    *sim.Report `json:"report,omitempty"`
	Answer    *Answer     `json:"answer,omitempty"`
	Problem   string      `json:"problem,omitempty"`
	Cancelled bool        `json:"cancelled,omitempty"`
}

func differences(list []def.Difference) []Edited {
	out := []Edited{}
	for _, d := range list {
		one := Edited{Key: d.Definition().Pack + ":" + d.Definition().Key(), Change: "changed", Fields: d.Fields}
		switch {
		case d.New == nil:
			one.Change = "gone"
		case d.Old == nil:
			one.Change = "new"
		}
		out = append(out, one)
	}
	return out
}
