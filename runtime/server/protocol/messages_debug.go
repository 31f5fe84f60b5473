package protocol

// Inspect names what to inspect.
type Inspect struct {
	Session string `json:"session"`
	// Of is the label of an entity in play, or the name of a variable.
	Of string `json:"of"`
}

// Inspection describes an entity in play or a variable.
type Inspection struct {
	// Title is its name for players.
	Title string `json:"title"`
	// Key is the key of an entity's definition, and Place is its place:
	// FILE:LINE:COLUMN.
	Key   string `json:"key,omitempty"`
	Place string `json:"place,omitempty"`
	// Zone is the zone of an entity, and Index its position there, from 1.
	Zone  string   `json:"zone,omitempty"`
	Index int      `json:"index,omitempty"`
	Tags  []string `json:"tags,omitempty"`
	// Temporary reports that the engine removes the entity by itself.
	Temporary bool `json:"temporary,omitempty"`
	// Values are the properties of an entity in the order of their declaration,
	// or the value of a variable.
	Values []InspectedValue `json:"values"`
}

// InspectedValue is a property or a variable.
type InspectedValue struct {
	// Name is its name in scripts and breakpoints: LABEL.PROPERTY or a
	// variable.
	Name  string `json:"name"`
	Title string `json:"title"`
	Value string `json:"value"`
	// Start is the initial value of a property; empty if it has not changed.
	Start string `json:"start,omitempty"`
	// History lists the last changes, the latest first.
	History []ValueChange `json:"history"`
}

// ValueChange is a change of a value.
type ValueChange struct {
	// Turn and Command are the command that made it.
	Turn    int    `json:"turn"`
	Command string `json:"command"`
	From    string `json:"from"`
	To      string `json:"to"`
	// By is the definition and the hook that made it; empty for the engine.
	By string `json:"by,omitempty"`
}

// Replay asks for the stops of a command in the log.
type Replay struct {
	Session string `json:"session"`
	// Turn is the number of the command; 0 is the start of the game.
	Turn   int          `json:"turn"`
	Breaks []Breakpoint `json:"breaks,omitempty"`
	// Every stops before every statement instead.
	Every bool `json:"every,omitempty"`
	// Of and Change select the statement to start at, with every: Of is a value
	// that it changed, as in Breakpoint.Name; Change is the number of one of the
	// changes that the method log lists for the command, from 1.
	Of     string `json:"of,omitempty"`
	Change int    `json:"change,omitempty"`
}

// Breakpoint says where a replay stops.
type Breakpoint struct {
	// Kind is line, event or change.
	Kind string `json:"kind"`
	// File and Line (from 1) are set for the kind line.
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
	// Name is the event; or the changed value: a variable, LABEL.PROPERTY, or
	// *.PROPERTY for a property of anything.
	Name string `json:"name,omitempty"`
	// If is a Lua expression with access to the values that the statement can
	// access.
	If string `json:"if,omitempty"`
}

// ReplayResult lists the stops of a command.
type ReplayResult struct {
	Stops []Stop `json:"stops"`
	// At is the index, from 0, of the stop before the requested statement.
	At int `json:"at,omitempty"`
	// Earlier is how many stops came before those that are listed.
	Earlier int `json:"earlier,omitempty"`
	// More reports that there are further stops.
	More bool `json:"more,omitempty"`
	// Gone reports that the history does not reach back to the command.
	Gone bool `json:"gone,omitempty"`
	// Refused are the breakpoints that cannot be set, each with the reason.
	Refused []string `json:"refused,omitempty"`
}

// Stop is a moment in a command.
type Stop struct {
	// Reason is step, breakpoint, event or change.
	Reason string `json:"reason"`
	// Text describes the event or the change.
	Text string `json:"text,omitempty"`
	// Stack lists the calls, the innermost first.
	Stack []StopFrame `json:"stack"`
	// Changes are the changes of the command so far.
	Changes []string `json:"changes"`
}

// StopFrame is a call at a stop.
type StopFrame struct {
	Name string `json:"name"`
	// Place is the statement about to run: FILE:LINE.
	Place  string      `json:"place,omitempty"`
	Locals []StopLocal `json:"locals"`
}

// StopLocal is a local variable.
type StopLocal struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// EditorStop reports where an editor has stopped a session.
type EditorStop struct {
	// At is the place, as FILE:LINE, or the command; empty when the game
	// continues.
	At string `json:"at"`
}
