// Package save reads and writes saved games. It says how the content of a save
// differs from the content of now, and migrates a save to it.
//
// Layer game. It knows rules and snapshots of states. It does not know how a
// game is played: package session makes saves and goes on from them.
package save

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/game/state"
)

// Format is the version of the save format.
const Format = 1

// maxBytes bounds how much of a save Read reads.
const maxBytes = 16 << 20

// File is a saved game: the state, and the log that led to it.
type File struct {
	Format   int             `json:"sleight_save"`
	Game     string          `json:"game"`
	Content  string          `json:"content"` // digest of what the game sees
	Seed     uint64          `json:"seed,string"`
	Players  int             `json:"players"`
	Commands []string        `json:"commands"`
	State    *state.Snapshot `json:"state"`
	Hash     string          `json:"hash"`
	// Packs are those that the game saw, and Definitions the digests of what
	// was in play, by kind/id: to say what differs under other content.
	Packs       []Pack            `json:"packs,omitempty"`
	Definitions map[string]string `json:"definitions,omitempty"`
	// Outcomes identify what the start and then each command came to, as Outcome
	// does; empty where that is not known.
	Outcomes []string `json:"outcomes,omitempty"`

	name string // what problems call the file
	data []byte // what was read
}

// Read reads a save without judging what is in it. Problems call it by the
// name. Read takes at most 16 MiB.
func Read(r io.Reader, name string) (*File, *diag.Diagnostic) {
	data, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
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
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(in); err != nil {
		return nil, in.refuseAt(jsonOffset(err, d.InputOffset(), data), "%s", jsonFault(err))
	}
	if d.More() {
		return nil, in.refuseAt(d.InputOffset(), "something follows its end")
	}
	if in.Format != Format || in.State == nil {
		return nil, in.Refuse("its format %d is not %d", in.Format, Format)
	}
	return in, nil
}

// Write writes the save as JSON.
func (f *File) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(f)
}

// Place returns the place of a value in the file: path holds keys of objects
// and numbers of items, counted from 0. If there is no such value it is the
// place of the file.
func (f *File) Place(path ...any) diag.Place {
	return placeOf(f.name, f.data, path...)
}

// Refuse says why the save cannot be loaded.
func (f *File) Refuse(format string, args ...any) *diag.Diagnostic {
	return f.refuseAt(0, format, args...)
}

// refuseAt is Refuse at a byte of the file; 0 is the file as a whole.
func (f *File) refuseAt(offset int64, format string, args ...any) *diag.Diagnostic {
	at := diag.Place{File: f.name}
	if offset > 0 {
		before := f.data[:min(int(offset), len(f.data))]
		at.Line = bytes.Count(before, []byte("\n")) + 1
		at.Column = len(before) - bytes.LastIndexByte(before, '\n')
	}
	d := diag.New("save/invalid", at, "this save cannot be loaded: "+format, args...)
	return &d
}

// jsonOffset is where in a file JSON is wrong, in bytes; read is how much of it
// had been taken for good.
func jsonOffset(err error, read int64, data []byte) int64 {
	var syntax *json.SyntaxError
	var typed *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return syntax.Offset
	case errors.As(err, &typed):
		return typed.Offset
	case errors.Is(err, io.ErrUnexpectedEOF):
		return int64(len(bytes.TrimRight(data, "\n")))
	}
	return read
}

func jsonFault(err error) string {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return "it is cut off"
	}
	return strings.TrimPrefix(fmt.Sprint(err), "json: ")
}
