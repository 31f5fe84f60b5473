package def

import (
	"encoding/json"
	"strconv"
	"strings"
)

// Show returns a value as one line of YAML, or "" for nil.
func (n *Node) Show() string {
	if n == nil {
		return ""
	}
	switch n.Type() {
	case Bool:
		return strconv.FormatBool(n.Bool())
	case Number:
		return strconv.FormatFloat(n.Number(), 'f', -1, 64)
	case Text:
		if n.Text() == "" || strings.ContainsAny(n.Text(), "\n:#{}[],\"'") || strings.TrimSpace(n.Text()) != n.Text() {
			return strconv.Quote(n.Text())
		}
		return n.Text()
	case List:
		parts := make([]string, len(n.Items()))
		for i, item := range n.Items() {
			parts[i] = item.Show()
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case Map:
		parts := make([]string, len(n.Fields()))
		for i, f := range n.Fields() {
			parts[i] = f.Key + ": " + f.Value.Show()
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return "~"
}

// MarshalJSON writes a value as JSON, with the keys in their order.
func (n *Node) MarshalJSON() ([]byte, error) {
	switch n.Type() {
	case Bool:
		return json.Marshal(n.Bool())
	case Number:
		return json.Marshal(n.Number())
	case Text:
		return json.Marshal(n.Text())
	case List:
		if n.Items() == nil {
			return []byte("[]"), nil
		}
		return json.Marshal(n.Items())
	case Map:
		out := []byte{'{'}
		for i, f := range n.Fields() {
			if i > 0 {
				out = append(out, ',')
			}
			key, err := json.Marshal(f.Key)
			if err != nil {
				return nil, err
			}
			value, err := json.Marshal(f.Value)
			if err != nil {
				return nil, err
			}
			out = append(append(append(out, key...), ':'), value...)
		}
		return append(out, '}'), nil
	}
	return []byte("null"), nil
}
