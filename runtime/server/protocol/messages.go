package protocol

import (
	"encoding/json"

	"sleight/runtime/diag"
	"sleight/runtime/game/board"
	"sleight/runtime/game/session"
	"sleight/runtime/server/host"
	"sleight/runtime/sim"
)

// None is the params or result of a method that has none.
type None struct{}

// Greeting sets the language of a client.
type Greeting struct {
	// Language is a language tag such as de. From now on this client gets game
	// texts in that language, as far as packs translate them; en means
	// untranslated. If absent, the language stays as it is.
	Language string `json:"language,omitempty"`
}

// Hello describes a server.
type Hello struct {
	Protocol int `json:"protocol"` // its version
	// Language is the language of the texts this client gets; absent if they
	// are untranslated.
	Language string `json:"language,omitempty"`
	// Languages lists the languages into which packs are translated.
	Languages []string `json:"languages"`
	// Words holds the translations of Sleight's own user interface texts, keyed
	// by the English text, with {names} as placeholders, for front ends that
	// use the same texts.
	Words map[string]string `json:"words,omitempty"`
	// Forms holds the plural forms of those that have any, by CLDR category;
	// count is the placeholder whose number selects one.
	Forms map[string]map[string]string `json:"forms,omitempty"`
	// Debug reports whether this client may evaluate, try values and write
	// content.
	Debug bool `json:"debug"`
	// Root is the URI of the folder to which the names of files are relative, for
	// clients with the debug right.
	Root  string `json:"root,omitempty"`
	Games []Game `json:"games"`
}

// Game is a game that can be played.
type Game struct {
	ID         string `json:"id"`
	Title      string `json:"title"`
	Text       string `json:"text,omitempty"`
	MinPlayers int    `json:"minPlayers"`
	MaxPlayers int    `json:"maxPlayers"`
	// Secrets reports whether players may know things that others may not, so
	// that players who share a screen need a curtain.
	Secrets bool     `json:"secrets,omitempty"`
	Bots    []string `json:"bots"`
	// Languages lists the languages into which it is translated.
	Languages []string `json:"languages"`
}

// New asks for a new game.
type New struct {
	Game string `json:"game"` // its id
	// Seed seeds the random number generator: a whole number, or its decimal
	// digits as a string because not every language has 64-bit integers; 1 if
	// absent.
	Seed    Digits `json:"seed,omitempty"`
	Players int    `json:"players,omitempty"` // the game's minimum if absent
	// Profile holds values from earlier games, by name, as returned by
	// session/profile. Values that the game does not declare are ignored.
	Profile json.RawMessage `json:"profile,omitempty"`
}

// SessionProfile is the profile that a game leaves to later games.
type SessionProfile struct {
	Profile json.RawMessage `json:"profile"` // by name; empty if the game has none
}

// Call names one of the client's calls by its request id.
type Call struct {
	ID CallID `json:"id"`
}

// SessionRef names a session.
type SessionRef struct {
	Session string `json:"session"`
}

// ViewRequest names a session and the player whose view is requested, counted
// from 1; the acting player if absent.
type ViewRequest struct {
	Session string `json:"session"`
	Player  int    `json:"player,omitempty"`
}

// OpenedSession is a session that was started or loaded.
type OpenedSession struct {
	Session string   `json:"session"`
	Notes   []string `json:"notes,omitempty"` // what could not be restored from a loaded save
	// Version increases with every change of the session.
	Version int          `json:"version"`
	View    *board.Board `json:"view"`
	// Seed is the seed of the game, for clients with the debug right.
	Seed string `json:"seed,omitempty"`
}

// Load resumes a session from a save.
type Load struct {
	Save json.RawMessage `json:"save"`
}

// SavedSession is a session as a save, which session/load accepts unchanged.
type SavedSession struct {
	Save json.RawMessage `json:"save"`
}

// SessionInfo describes a session in a list.
type SessionInfo struct {
	Session string `json:"session"`
	Game    string `json:"game"`
	Turn    int    `json:"turn"`
	Players int    `json:"players"`
	Over    bool   `json:"over,omitempty"`
	// Watchers is the number of clients that are notified of its changes.
	Watchers int `json:"watchers"`
	// Stored reports whether the session was written to disk because nobody
	// used it for a long time. Any call wakes it.
	Stored bool `json:"stored,omitempty"`
}

// Do is a command as a player would type it: "reroll", "use flip d2".
type Do struct {
	Session string `json:"session"`
	Player  int    `json:"player,omitempty"` // who gives it, and whose view to return; the acting player if absent
	Command string `json:"command"`
	// Confirmed runs a command despite its warning. Without it, such a command
	// is not run: it opens a choice with the warning, for choice/confirm or
	// choice/cancel. choice/begin ignores it.
	Confirmed bool `json:"confirmed,omitempty"`
}

// PreviewRequest asks for the effects of a command in advance.
type PreviewRequest struct {
	Session string `json:"session"`
	Player  int    `json:"player,omitempty"` // who would give it; the acting player if absent
	// Command is its text, at least the action or the item to use. Picks are
	// the labels of options picked after that.
	Command string   `json:"command"`
	Picks   []string `json:"picks,omitempty"`
}

// Pick picks an option of the open choice by its label.
type Pick struct {
	Session string `json:"session"`
	Player  int    `json:"player,omitempty"` // who picks, and whose view to return; the acting player if absent
	Option  string `json:"option"`
}

// Reply is the result of a command, of a step of a choice, or of undo, redo or
// goto.
type Reply struct {
	// Done reports whether it was carried out: neither refused nor failed.
	Done    bool   `json:"done"`
	Command string `json:"command,omitempty"` // the command carried out, in full
	// Refusal is the rules' reason to refuse it, Problem a failure in the
	// content. In both cases nothing has changed.
	Refusal string `json:"refusal,omitempty"`
	// Code identifies the refusal for programs. Arguments are the values in its
	// sentence, in English, by name.
	Code      string            `json:"code,omitempty"`
	Arguments map[string]string `json:"arguments,omitempty"`
	Problem   *Problem          `json:"problem,omitempty"`
	Said      []session.Message `json:"said,omitempty"`
	Changes   []board.Change    `json:"changes,omitempty"`
	Warning   string            `json:"warning,omitempty"`
	// Notes report how a change of content affected the game, such as a
	// cancelled choice.
	Notes   []Problem    `json:"notes,omitempty"`
	Version int          `json:"version"`
	View    *board.Board `json:"view"`
	// Steps are the events of a command, in order, as far as the player saw
	// them.
	Steps []board.Step `json:"steps,omitempty"`
}

// Preview is the effects of a command in advance.
type Preview struct {
	// Changes are its certain changes, as far as the player can know them.
	Changes []board.Change `json:"changes"`
	// Steps are the variables and properties that it would change, and the entities
	// that it would move, in order.
	Steps []board.Step `json:"steps,omitempty"`
	// Chance reports whether the rest depends on chance or on concealed values.
	Chance bool `json:"chance,omitempty"`
	// Odds are the possible values of numbers that depend on chance, from 20
	// tries. There are none before the last pick.
	Odds []board.Odds `json:"odds,omitempty"`
	// Next is the next pick; Changes and Steps are the same for every pick.
	Next *host.Next `json:"next,omitempty"`
	// Refusal is the reason why it cannot be done.
	Refusal string `json:"refusal,omitempty"`
}

// StepCount is a number of commands to go back or forward; 1 if absent.
type StepCount struct {
	Session string `json:"session"`
	Player  int    `json:"player,omitempty"` // who asks, and whose view to return
	Count   int    `json:"count,omitempty"`
}

// Goto names a moment: after command number Turn, or 0 for the start.
type Goto struct {
	Session string `json:"session"`
	Player  int    `json:"player,omitempty"` // who asks, and whose view to return
	Turn    int    `json:"turn"`
}

// LegalRequest asks for the commands that are available now. Limit is the
// maximum number of them, 200 if absent.
type LegalRequest struct {
	Session string `json:"session"`
	Limit   int    `json:"limit,omitempty"`
}

// LegalCommands lists the commands that are available now.
type LegalCommands struct {
	Commands []string `json:"commands"`
	// More reports whether there are others.
	More bool `json:"more,omitempty"`
}

// LogRequest asks for the commands since a turn; 0 means all. An answer has at
// most 10,000 entries; to get more, ask again from a later turn.
type LogRequest struct {
	Session string `json:"session"`
	Player  int    `json:"player,omitempty"` // whose view of the changes to return
	From    int    `json:"from,omitempty"`
}

// Log lists the commands so far, and those that can be redone.
type Log struct {
	Turn    int        `json:"turn"` // the current turn of the session
	Last    int        `json:"last"` // the last turn, including undone ones
	Entries []LogEntry `json:"entries"`
}

// LogEntry is one command of a log.
type LogEntry struct {
	Turn    int               `json:"turn"` // 0 for the start
	Command string            `json:"command"`
	Player  int               `json:"player,omitempty"`
	Said    []session.Message `json:"said,omitempty"`
	Changes []board.Change    `json:"changes,omitempty"`
	// Undone reports whether the command was undone and can be redone.
	Undone bool `json:"undone,omitempty"`
}

// Evaluate is a Lua expression to evaluate; it may not change anything.
type Evaluate struct {
	Session string `json:"session"`
	Source  string `json:"source"`
}

// Value is the value of an expression, or the error.
type Value struct {
	Text    string   `json:"text"`
	Problem *Problem `json:"problem,omitempty"`
}

// Tune tries parameter values in a running session, by KIND/ID.NAME. Parameters
// that are not named return to their own values.
type Tune struct {
	Session string             `json:"session"`
	Params  map[string]float64 `json:"params"`
}

// Write changes a parameter in the file that defines it.
type Write struct {
	Param string  `json:"param"` // KIND/ID.NAME, or PACK:KIND/ID.NAME
	Value float64 `json:"value"`
}

// WriteResult is the place where a parameter was changed.
type WriteResult struct {
	Place string `json:"place"`
}

// Edit replaces the text of a content file.
type Edit struct {
	File string `json:"file"` // as problems name it
	// Before is the text that the client has read, and After the new one.
	Before string `json:"before"`
	After  string `json:"after"`
}

// Editor is a language server started for the client.
type Editor struct {
	// Root is the URI of the workspace, to which the names of files are
	// relative.
	Root string `json:"root"`
}

// EditorMessage is a message to or from the client's language server.
type EditorMessage struct {
	// Message is a message of the Language Server Protocol, without its header.
	Message json.RawMessage `json:"message"`
}

// Search selects definitions: those that a game can use whose key, name or text
// contains all the words. Without a game, it searches all content.
type Search struct {
	Game string `json:"game,omitempty"` // its id
	Text string `json:"text,omitempty"` // the words
}

// Definition is a definition in a list.
type Definition struct {
	Key   string `json:"key"` // PACK:KIND/ID
	Kind  string `json:"kind"`
	ID    string `json:"id"`
	Name  string `json:"name"`
	Text  string `json:"text,omitempty"`
	Place string `json:"place"`
	Tests int    `json:"tests"`
	// Icon is a character that represents it; Drawing is the name of a built-in
	// icon.
	Icon    string `json:"icon,omitempty"`
	Drawing string `json:"drawing,omitempty"`
	// Art is the path of its picture below /art/ of the server.
	Art    string `json:"art,omitempty"`
	Rarity string `json:"rarity,omitempty"`
	// Costs are what its use takes where no game runs.
	Costs []board.Cost `json:"costs,omitempty"`
	// Die describes it if it is a die, showing its last side; Life is its initial
	// hit points.
	Die     *board.Die       `json:"die,omitempty"`
	Life    *board.HitPoints `json:"life,omitempty"`
	Failing int              `json:"failing,omitempty"` // tests that failed in the last run
	// Changers lists the packs that changed it, in order.
	Changers []string `json:"changers,omitempty"`
}

// Key names a definition: KIND/ID, or PACK:KIND/ID.
type Key struct {
	Key string `json:"key"`
	// Game selects the game's own definition where several packs define the
	// key; otherwise it is that of the first pack by name.
	Game string `json:"game,omitempty"`
}

// Details is everything about a definition.
type Details struct {
	Definition
	Params []Param  `json:"params,omitempty"`
	Tags   []string `json:"tags,omitempty"`
	// Source is its YAML, Line the line in its file at which that begins.
	Source string `json:"source"`
	Line   int    `json:"line"`
	// Script is its Lua source, ScriptPlace the place of that.
	Script      string `json:"script,omitempty"`
	ScriptPlace string `json:"scriptPlace,omitempty"`
	// Pack is the pack that defines it, with its version.
	Pack string `json:"pack"`
	// TestNames are the names of its tests, in order.
	TestNames []string `json:"testNames,omitempty"`
	// Values are its values after all packs were applied, without tests and
	// Lua.
	Values []DefinitionValue `json:"values"`
	// Changes are the changes that other packs made to it, in order.
	Changes []Provenance `json:"changes,omitempty"`
}

// DefinitionValue is a value of a definition.
type DefinitionValue struct {
	Path  string `json:"path"`
	Value string `json:"value"` // as YAML, on one line
	Place string `json:"place"` // where it is written
	Pack  string `json:"pack"`  // the pack of that file
	// Changers lists the packs that changed it, in order.
	Changers []string `json:"changers,omitempty"`
}

// HistoryRequest names the value whose origin is requested.
type HistoryRequest struct {
	Key  string `json:"key"`  // KIND/ID, or PACK:KIND/ID
	Path string `json:"path"` // such as price, params.gold or entries[ID].weight
}

// History is the origin of a value, oldest step first.
type History struct {
	Value string       `json:"value"` // the current value, as YAML; empty if it was removed
	Steps []Provenance `json:"steps"`
}

// Provenance is one change of a value, and the pack that made it.
type Provenance struct {
	// Path is the path of the value that was set or changed. It may be inside
	// the requested value, or contain it.
	Path string `json:"path"`
	// Op is set, replace, add, remove, scale, add hook, wrap hook or replace
	// hook; absent where the value was first set.
	Op    string `json:"op,omitempty"`
	Pack  string `json:"pack"` // with its version
	Place string `json:"place"`
	// Before and Value are YAML; absent if there is no value.
	Before string `json:"before,omitempty"`
	Value  string `json:"value,omitempty"`
	Text   string `json:"text,omitempty"` // why, in the words of the pack
}

// File names a content file as places do.
type File struct {
	File string `json:"file"`
}

// FileText is the text of a content file when it was last read.
type FileText struct {
	Text string `json:"text"`
}

// Param is a number that can be tuned.
type Param struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit,omitempty"`
	Text  string  `json:"text,omitempty"`
	// Low and High bound the safe values, if the content states them; Breaks
	// describes what fails outside.
	Low    *float64 `json:"low,omitempty"`
	High   *float64 `json:"high,omitempty"`
	Breaks string   `json:"breaks,omitempty"`
	// Fixed reports whether it cannot be written because it ships with the
	// program.
	Fixed bool `json:"fixed,omitempty"`
}

// Problem is a diagnostic with the source line that it is about.
type Problem struct {
	diag.Diagnostic
	// Format and Args are the message and its arguments, for programs; absent
	// if it has none.
	Format string   `json:"format,omitempty"`
	Args   []string `json:"args,omitempty"`
	// Where is FILE:LINE:COLUMN, Snippet the line itself.
	Where   string `json:"where"`
	Snippet string `json:"snippet,omitempty"`
}

// Problems lists the problems of the content on disk.
type Problems struct {
	// Broken reports whether it cannot be played: the last good content remains
	// in use.
	Broken   bool      `json:"broken"`
	Problems []Problem `json:"problems"`
}

// SessionChanged reports that a session has changed.
type SessionChanged struct {
	Session string `json:"session"`
	Version int    `json:"version"`
	Closed  bool   `json:"closed,omitempty"` // the session is gone
	// Steps are the events of the command that changed it, in order, as far as
	// the player saw them; absent if it changed otherwise.
	Steps []board.Step `json:"steps,omitempty"`
	View  *board.Board `json:"view,omitempty"`
}

// Progress reports the progress of a simulation. Answer comes last, or Problem.
type Progress struct {
	Simulation string `json:"simulation"`
	// Done and Of count games of each variant.
	Done int `json:"done"`
	Of   int `json:"of"`
	// Report is the report of a simulation without a question; Answer holds it
	// too.
	Report    *sim.Report `json:"report,omitempty"`
	Answer    *Answer     `json:"answer,omitempty"`
	Problem   string      `json:"problem,omitempty"`
	Cancelled bool        `json:"cancelled,omitempty"`
}
