package engine

import (
	"bytes"
	"encoding/json"

	"sleight/runtime/diag"
)

// spot returns the place of a value in a file of JSON: way holds keys of
// objects and numbers of items, counted from 0. Where there is no such value it
// is that of the file.
func spot(file string, data []byte, way ...any) diag.Place {
	d := json.NewDecoder(bytes.NewReader(data))
	for _, step := range way {
		if !enter(d, step) {
			return diag.Place{File: file}
		}
	}
	at := int(d.InputOffset())
	for at < len(data) && bytes.IndexByte([]byte(" \t\r\n:,"), data[at]) >= 0 {
		at++
	}
	return diag.Place{File: file, Line: bytes.Count(data[:at], []byte("\n")) + 1, Column: at - bytes.LastIndexByte(data[:at], '\n')}
}

// enter goes to right before the value that a step leads to.
func enter(d *json.Decoder, step any) bool {
	if open, err := d.Token(); err != nil || open != json.Delim('{') && open != json.Delim('[') {
		return false
	}
	for i := 0; d.More(); i++ {
		key := any(i)
		if _, named := step.(string); named {
			var err error
			if key, err = d.Token(); err != nil {
				return false
			}
		}
		if key == step {
			return true
		}
		var passed json.RawMessage
		if d.Decode(&passed) != nil {
			return false
		}
	}
	return false
}
