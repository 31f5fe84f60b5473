// Package save reads and writes saved games. It reports how the content of a
// save differs from the current content, and migrates a save to the current
// content.
//
// Layer game. It knows rules and snapshots of states. It does not know how a
// game is played: package session makes saves and continues from them.
package save

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"sleight/runtime/diag"
	"sleight/runtime/diag/strictjson"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
)

// Format is the version of the save format.
const Format = 1

// The bounds of a save. Within them, a save of up to 4 MiB is read and loaded in
// 64 MB, and any other in 128 MB.
const (
	// MaxCommands is the largest number of commands in the log of a save.
	MaxCommands = 100_000

	maxBytes  = 16 << 20
	maxValues = 500_000 // commands, outcomes and state
)

// File is a saved game: the state, and the log that led to it.
type File struct {
	Format  int    `json:"sleight_save"`
	Game    string `json:"game"`
	Content string `json:"content"` // digest of the content that the game sees
	Seed    uint64 `json:"seed,string"`
	Players int    `json:"players"`
	// Profile has the values of earlier games with which the game began.
	Profile  rules.Profile   `json:"profile,omitempty"`
	Commands []string        `json:"commands"`
	State    *state.Snapshot `json:"state"`
	Hash     string          `json:"hash"`
	// Packs are the packs that the game saw, and Definitions the digests of
	// what was in play, by kind/id. They serve to report differences from other
	// content.
	Packs       []Pack            `json:"packs,omitempty"`
	Definitions map[string]string `json:"definitions,omitempty"`
	// Outcomes identify the outcomes of the start and of each command, as
	// Outcome does; an empty one is not known.
	Outcomes []string `json:"outcomes,omitempty"`
	// Digest is the digest of all other fields; absent in saves of earlier
	// versions.
	Digest string `json:"digest,omitempty"`

	name string // the file's name in problems
	data []byte // the file's contents
}

// Read reads a save without validating its contents. Problems refer to it by
// the name. More than 16 MiB or 100,000 commands are refused.
func Read(r io.Reader, name string) (*File, *diag.Diagnostic) {
	data, err := readAll(r)
	in := &File{name: name, data: data}
	var path *fs.PathError
	switch {
	case errors.As(err, &path):
		return nil, in.Refuse("it cannot be read: %v", path.Err)
	case err != nil:
		return nil, in.Refuse("it cannot be read: %v", err)
	case len(data) > maxBytes:
		return nil, in.Refuse("it has more than %d bytes", maxBytes)
	}
	if n := bytes.Count(data, []byte(",")); n > maxValues {
		return nil, in.Refuse("it has more than %d values", maxValues)
	}
	if err := strictjson.Unmarshal(data, in); err != nil {
		var fault *strictjson.Error
		errors.As(err, &fault)
		return nil, in.refuseAt(int64(fault.Offset), "%v", fault)
	}
	switch {
	case len(in.Commands) > MaxCommands:
		return nil, in.Refuse("it has %d commands, but a save holds at most %d", len(in.Commands), MaxCommands)
	case in.Format == 0:
		return nil, in.Refuse("it is not a save of a game")
	case in.Format != Format || in.State == nil:
		return nil, in.Refuse("its format %d is not %d", in.Format, Format)
	case in.Digest != "" && in.Digest != in.digest():
		d := in.Refuse("it does not match its digest: it was damaged or edited").
			WithHint("take the digest out of the file to load what you have edited")
		return nil, &d
	}
	return in, nil
}

// readAll reads at most one byte more than a save may have. It allocates that
// much at once if it knows how long the data is.
func readAll(r io.Reader) ([]byte, error) {
	var b bytes.Buffer
	size := int64(0)
	switch r := r.(type) {
	case interface{ Len() int }:
		size = int64(r.Len())
	case interface{ Stat() (fs.FileInfo, error) }:
		if info, err := r.Stat(); err == nil {
			size = info.Size()
		}
	}
	b.Grow(int(min(size, maxBytes)) + bytes.MinRead)
	_, err := b.ReadFrom(io.LimitReader(r, maxBytes+1))
	return b.Bytes(), err
}

// digest returns the digest of all fields except Digest. It does not depend on the
// layout of the JSON.
func (f *File) digest() string {
	rest := *f
	rest.Digest = ""
	text, err := json.Marshal(&rest)
	if err != nil {
		panic("save: " + err.Error()) // our own types can always be marshalled
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}

// Write writes the save as JSON, with its digest. A log of more than MaxCommands
// is an error.
func (f *File) Write(w io.Writer) error {
	if len(f.Commands) > MaxCommands {
		return fmt.Errorf("the game is %d commands long, but a save holds at most %d", len(f.Commands), MaxCommands)
	}
	f.Digest = f.digest()
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(f)
}

// Place returns the place of a value in the file. The path consists of object
// keys and of array indexes counted from 0. If there is no such value, Place
// returns the place of the file.
func (f *File) Place(path ...any) diag.Place {
	return placeOf(f.name, f.data, path...)
}

// Refuse returns the reason why the save cannot be loaded.
func (f *File) Refuse(format string, args ...any) *diag.Diagnostic {
	return f.refuseAt(-1, format, args...)
}

// refuseAt is Refuse at a byte offset of the file; -1 is the file as a whole.
func (f *File) refuseAt(offset int64, format string, args ...any) *diag.Diagnostic {
	at := diag.Place{File: f.name}
	if offset >= 0 {
		before := f.data[:min(int(offset), len(f.data))]
		at.Line = bytes.Count(before, []byte("\n")) + 1
		at.Column = len(before) - bytes.LastIndexByte(before, '\n')
	}
	d := diag.New("save/invalid", at, "this save cannot be loaded: "+format, args...)
	return &d
}
