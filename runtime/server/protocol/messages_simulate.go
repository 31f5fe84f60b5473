package protocol

import (
	"sleight/runtime/sim"
	"sleight/runtime/sim/experiment"
)

// Simulate asks a bot to play games. It can ask one of three questions, each of
// which plays variants of the game on the same seeds: Sweep varies a parameter,
// Impact measures the value of definitions, Compare compares with older
// content.
type Simulate struct {
	Game    string `json:"game"`
	Bot     string `json:"bot,omitempty"`     // random if absent
	Games   int    `json:"games,omitempty"`   // per variant; 1,000 if absent, at most 100,000
	Seed    Digits `json:"seed,omitempty"`    // a whole number, or its digits as a string; 1 if absent
	Players int    `json:"players,omitempty"` // the game's minimum if absent
	// Params are parameter values to try, by KIND/ID.NAME.
	Params map[string]float64 `json:"params,omitempty"`
	// Sweep is a parameter with values: PARAM=FROM..TO, PARAM=FROM..TO..STEP or
	// PARAM=VALUE,VALUE….
	Sweep string `json:"sweep,omitempty"`
	// Impact lists kinds of definitions; "all" stands for every kind.
	Impact []string `json:"impact,omitempty"`
	// By is the figure by which impact is ordered: a metric or win_rate; the
	// most informative one if absent.
	By string `json:"by,omitempty"`
	// Compare is older content, by a name from simulate/options. It is compared
	// with the current content, with Params applied.
	Compare string `json:"compare,omitempty"`
	// Profile measures the scripts while the games are played, which takes about
	// twice as long.
	Profile bool `json:"profile,omitempty"`
}

// OptionsRequest names the game whose simulation options are requested.
type OptionsRequest struct {
	Game string `json:"game"`
}

// SimulateOptions lists what simulations of a game can vary and compare.
type SimulateOptions struct {
	Params []TunableParam `json:"params"` // that can be swept, the game's own first
	Kinds  []string       `json:"kinds"`  // of definitions that can be in play
	Older  []Baseline     `json:"older"`  // content to compare with
}

// TunableParam is a parameter with its definition.
type TunableParam struct {
	Param
	Full string `json:"full"` // its full name: KIND/ID.NAME
	Of   string `json:"of"`   // the name of the definition
}

// Baseline is older content to compare with.
type Baseline struct {
	Name  string `json:"name"`
	Title string `json:"title"` // a description
	// Same reports whether it is the live content, apart from values being
	// tried.
	Same bool `json:"same,omitempty"`
}

// Answer is the answer to a question.
type Answer struct {
	Kind  string `json:"kind"` // play, sweep, impact or compare
	Param string `json:"param,omitempty"`
	Old   string `json:"old,omitempty"` // what is compared with, in words
	// Figures lists what was counted, including win_rate; Leading is the most
	// informative one.
	Figures []sim.Metric `json:"figures"`
	Leading string       `json:"leading"`
	// Now is the report of the current content, Before that of the older
	// content. Now holds the difference.
	Now    *sim.Report                   `json:"now"`
	Before *sim.Report                   `json:"before,omitempty"`
	Sweep  []SweepPoint                  `json:"sweep,omitempty"`  // lowest value first
	Impact []experiment.DefinitionImpact `json:"impact,omitempty"` // greatest impact first
	// Profile is present if it was asked for. It covers all variants.
	Profile *Profile `json:"profile,omitempty"`
}

// Profile reports where scripts spent time, fuel and API calls while commands
// ran. What bots evaluate between two commands is not measured.
type Profile struct {
	// Root is the engine with the hooks it called. Entries below a thousandth
	// of the fuel and of the time are omitted, here and in Lines.
	Root ProfileEntry `json:"root"`
	// Lines lists the same lines, each with all its callers together, the most
	// fuel first.
	Lines []ProfileEntry `json:"lines"`
	// File is the whole profile in pprof's format, gzipped, in Base64.
	File string `json:"file"`
}

// ProfileEntry is the cost of a line of a hook or function, or of an API
// function.
type ProfileEntry struct {
	Name  string `json:"name"`
	Where string `json:"where,omitempty"` // FILE:LINE; absent for an API function
	ResourceUsage
	Own   ResourceUsage  `json:"own"`             // without what it called
	Below []ProfileEntry `json:"below,omitempty"` // what it called, the most fuel first; only in a call tree
}

// ResourceUsage is what scripts have used.
type ResourceUsage struct {
	Time  float64 `json:"time"` // milliseconds
	Fuel  int64   `json:"fuel"`
	Calls int64   `json:"calls"` // of API functions
}

// SweepPoint is one value of a sweep; its report holds the difference from now.
type SweepPoint struct {
	Value  float64     `json:"value"`
	Now    bool        `json:"now,omitempty"` // it is the current value
	Report *sim.Report `json:"report"`
}

// Simulation names a running simulation.
type Simulation struct {
	Simulation string `json:"simulation"`
}
