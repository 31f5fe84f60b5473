package protocol

import (
	"sleight/runtime/sim"
	"sleight/runtime/sim/experiment"
)

// Simulate asks for games played by a bot. One of three questions can be put,
// which play variants of the game on the same seeds: Sweep what a parameter
// does, Impact what definitions are worth, Compare what has changed.
type Simulate struct {
	Game    string `json:"game"`
	Bot     string `json:"bot,omitempty"`     // random if absent
	Games   int    `json:"games,omitempty"`   // of each variant, 1,000 if absent, 100,000 at most
	Seed    Digits `json:"seed,omitempty"`    // a whole number, or its digits as a text; 1 if absent
	Players int    `json:"players,omitempty"` // as few as the game allows if absent
	// Params are values to try, by KIND/ID.NAME.
	Params map[string]float64 `json:"params,omitempty"`
	// Sweep is a parameter with values: PARAM=FROM..TO, PARAM=FROM..TO..STEP or
	// PARAM=VALUE,VALUE….
	Sweep string `json:"sweep,omitempty"`
	// Impact are kinds of definitions; "all" stands for every kind.
	Impact []string `json:"impact,omitempty"`
	// By is the figure by which impact is ordered: a metric or win_rate; the
	// one that tells most if absent.
	By string `json:"by,omitempty"`
	// Compare is older content, by a name that simulate/options gives. What it
	// is compared with is content as it is now, with Params.
	Compare string `json:"compare,omitempty"`
}

// Asked names a game to ask about.
type Asked struct {
	Game string `json:"game"`
}

// Askable is what questions there are about a game.
type Askable struct {
	Params []Tunable `json:"params"` // to sweep, those of the game itself first
	Kinds  []string  `json:"kinds"`  // of definitions that can be in play
	Older  []Older   `json:"older"`  // content to compare with
}

// Tunable is a parameter with its definition.
type Tunable struct {
	Param
	Full string `json:"full"` // its name in all content: KIND/ID.NAME
	Of   string `json:"of"`   // what the definition is called
}

// Older is content to compare with.
type Older struct {
	Name  string `json:"name"`
	Title string `json:"title"` // in words
	// Same tells that it is what is live, save for values that are tried.
	Same bool `json:"same,omitempty"`
}

// Answer is what came of a question.
type Answer struct {
	Kind  string `json:"kind"` // play, sweep, impact or compare
	Param string `json:"param,omitempty"`
	Old   string `json:"old,omitempty"` // what is compared with, in words
	// Figures are what was counted, win_rate among them; Leading tells most.
	Figures []sim.Metric `json:"figures"`
	Leading string       `json:"leading"`
	// Now is content as it stands, Before as it was. Now tells of the
	// difference.
	Now    *sim.Report        `json:"now"`
	Before *sim.Report        `json:"before,omitempty"`
	Sweep  []Point            `json:"sweep,omitempty"`  // lowest value first
	Impact []experiment.Worth `json:"impact,omitempty"` // most first
}

// Point is one value of a sweep; its report tells of the difference from now.
type Point struct {
	Value  float64     `json:"value"`
	Now    bool        `json:"now,omitempty"` // it is the value that content has
	Report *sim.Report `json:"report"`
}

// Simulation names one that is running.
type Simulation struct {
	Simulation string `json:"simulation"`
}
