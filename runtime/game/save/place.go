package save

import (
	"bytes"
	"encoding/json"

	"sleight/runtime/diag"
)

// placeOf is Place for any JSON.
func placeOf(file string, data []byte, path ...any) diag.Place {
	d := json.NewDecoder(bytes.NewReader(data))
	for _, step := range path {
		if !descend(d, step) {
			return diag.Place{File: file}
		}
	}
	at := int(d.InputOffset())
	for at < len(data) && bytes.IndexByte([]byte(" \t\r\n:,"), data[at]) >= 0 {
		at++
	}
	return diag.Place{File: file, Line: bytes.Count(data[:at], []byte("\n")) + 1, Column: at - bytes.LastIndexByte(data[:at], '\n')}
}

// descend reads up to the value at one step of a path, and reports whether
// there is one.
func descend(d *json.Decoder, step any) bool {
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
