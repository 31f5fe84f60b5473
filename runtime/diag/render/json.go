package render

import (
	"bufio"
	"encoding/json"
	"io"

	"sleight/runtime/diag"
)

// Record is a problem in JSON: with the format and the arguments of its message, so
// that programs need not parse the text.
type Record struct {
	diag.Diagnostic
	Format string   `json:"format,omitempty"`
	Args   []string `json:"args,omitempty"`
}

// Records converts problems to JSON records.
func Records(list diag.List) []Record {
	out := make([]Record, len(list))
	for i, d := range list {
		out[i].Diagnostic = d
		if len(d.Message.Args) > 0 {
			out[i].Format, out[i].Args = d.Message.Format, d.Message.Args
		}
	}
	return out
}

// WriteJSON writes the problems as a JSON array, one element per line. An empty
// list is an empty array. It returns the error of w.
func WriteJSON(w io.Writer, list diag.List) error {
	out := bufio.NewWriter(w)
	out.WriteString("[")
	for i, r := range Records(list) {
		data, err := json.Marshal(r)
		if err != nil {
			return err
		}
		if i > 0 {
			out.WriteString(",")
		}
		out.WriteString("\n ")
		out.Write(data)
	}
	if len(list) > 0 {
		out.WriteString("\n")
	}
	out.WriteString("]\n")
	return out.Flush()
}

// writeJSONLines writes each problem as a JSON object on its own line.
func writeJSONLines(w io.Writer, f *Findings) error {
	out := bufio.NewWriter(w)
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	for _, r := range Records(f.Problems) {
		if err := e.Encode(r); err != nil {
			return err
		}
	}
	return out.Flush()
}

// writeIndented writes a value as indented JSON.
func writeIndented(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
