package protocol

import (
	"context"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/content/safefile"
	"sleight/runtime/diag"
	"sleight/runtime/diag/fix"
	"sleight/runtime/game/state"
)

// write changes the number of a parameter in its file, and nothing else in the
// file.
func (c *Client) write(_ context.Context, p Write) (WriteResult, *Error) {
	key, name, ok := strings.Cut(p.Param, ".")
	d, err := c.get(key)
	if err != nil || !ok {
		return WriteResult{}, fail(codeNotFound, "unknown parameter %q; one is named KIND/ID.NAME", p.Param)
	}
	at, old, err := c.server.literal(d, name)
	if err != nil {
		return WriteResult{}, err
	}
	if c.server.options.WriteFile == nil {
		return WriteResult{}, fail(codeForbidden, "nothing can be written here: run sleight serve in a workspace, or name one with --content")
	}
	edit := diag.Diagnostic{Place: at}.WithEdit(old, state.FormatNumber(p.Value))
	texts, fixed := fix.Apply(diag.List{edit}, c.server.source)
	if fixed != 1 {
		return WriteResult{}, fail(codeContent, "%s does not have the expected text: change the number there yourself", at)
	}
	if failed := c.server.options.WriteFile(at.File, texts[at.File]); failed != nil {
		return WriteResult{}, fail(codeForbidden, "%s cannot be written: %s", at.File, safefile.Reason(failed))
	}
	return WriteResult{at.String()}, nil
}

// literal finds the position of a parameter's value, and its text.
func (s *Server) literal(d *def.Definition, name string) (at diag.Place, text string, err *Error) {
	n := d.Data.Get("params").Get(name)
	if n != nil && n.Type() == def.Map {
		n = n.Get("default")
	}
	if n == nil || n.Type() != def.Number {
		return at, "", fail(codeNotFound, "%s writes no number for the parameter %q", d.Key(), name)
	}
	file, _ := s.source(n.Place().File)
	line, ok := lineOf(file, n.Place().Line)
	runes := []rune(line)
	if !ok || n.Place().Column < 1 || n.Place().Column > len(runes) {
		return at, "", fail(codeNotFound, "%s cannot be read", n.Place())
	}
	rest := string(runes[n.Place().Column-1:])
	if end := strings.IndexFunc(rest, func(r rune) bool { return !strings.ContainsRune("+-.0123456789eE_xob", r) }); end >= 0 {
		rest = rest[:end]
	}
	if rest == "" {
		return at, "", fail(codeContent, "%s does not have the expected text", n.Place())
	}
	return n.Place(), rest, nil
}
