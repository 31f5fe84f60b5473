package protocol

import "encoding/json"

// NewForm asks for the fields of a new definition.
type NewForm struct {
	// Game is the id of the game that it is for.
	Game string `json:"game"`
	// Kind is its kind; the first of the kinds if absent.
	Kind string `json:"kind,omitempty"`
	// Pack is the pack that it goes into; the first of the packs if absent.
	Pack string `json:"pack,omitempty"`
}

// Form lists the fields of a new definition of a kind.
type Form struct {
	Kind string `json:"kind"`
	Pack string `json:"pack"`
	// Kinds and Packs are the alternatives.
	Kinds  []string    `json:"kinds"`
	Packs  []string    `json:"packs"`
	Fields []FormField `json:"fields"`
}

// FormField is a key of the new definition.
type FormField struct {
	Key string `json:"key"`
	// Type is text, number, whole (a whole number), yes (true or false) or choice.
	Type string `json:"type"`
	Text string `json:"text,omitempty"` // its description in the schema
	// Options are the values of a choice.
	Options []string `json:"options,omitempty"`
	// Low and High bound a number; absent if it is unbounded.
	Low  *float64 `json:"low,omitempty"`
	High *float64 `json:"high,omitempty"`
	// Value is the initial value, as text; absent if the key is optional.
	Value string `json:"value,omitempty"`
	// Required reports whether a definition must have it.
	Required bool `json:"required,omitempty"`
}

// NewDefinition creates a definition, its script and a passing test.
type NewDefinition struct {
	Kind string `json:"kind"`
	Pack string `json:"pack"`
	ID   string `json:"id"`
	Name string `json:"name,omitempty"` // made from the id if absent
	// Values are further keys of the definition, each with a text, a number,
	// true or false, as content/form lists them.
	Values json.RawMessage `json:"values,omitempty"`
}

// CreatedDefinition is a new definition.
type CreatedDefinition struct {
	Key string `json:"key"` // PACK:KIND/ID
	// Files are the files that were written, relative to the workspace.
	Files []string `json:"files"`
	// Note describes what the game lacks for the definition to come into play;
	// absent if nothing.
	Note string `json:"note,omitempty"`
}

// FixRequest names problems to fix: one, or all of the same kind.
type FixRequest struct {
	// Code is their code.
	Code string `json:"code"`
	// Where is the place of the problem, FILE:LINE:COLUMN. If absent, all with
	// the code are fixed, except uses of a name whose declaration may be misspelt.
	Where string `json:"where,omitempty"`
}

// FixResult lists the fixed problems.
type FixResult struct {
	Fixed int      `json:"fixed"` // the number of problems
	Files []string `json:"files"` // those that were changed
}

// ContentReloaded reports that files were saved and their content has gone live.
type ContentReloaded struct {
	Files []string `json:"files"`
	// Packs are those that have become or ceased to be part of the content.
	Packs []PackEdit `json:"packs,omitempty"`
	// Definitions are those that have changed, except those of packs that are left
	// out.
	Definitions []DefinitionEdit `json:"definitions"`
	Took        float64          `json:"took"` // milliseconds
	Notes       []Problem        `json:"notes,omitempty"`
}

// PackEdit describes a change of a pack.
type PackEdit struct {
	Pack string `json:"pack"`
	// Change is new, gone, or left out: the pack is there, but has an error, or
	// needs a pack that has one. The problem that says which has the code
	// pack/excluded. When the error has been corrected, the pack is new.
	Change string `json:"change"`
}

// DefinitionEdit describes a change of a definition.
type DefinitionEdit struct {
	Key    string   `json:"key"`
	Change string   `json:"change"` // new, gone or changed
	Fields []string `json:"fields,omitempty"`
}
