package render

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"

	"sleight/runtime/diag"
)

// lineWords matches line numbers in messages.
var lineWords = regexp.MustCompile(`\bline \d+`)

// Fingerprints returns a fingerprint for each problem of a list, in order. It
// is computed from what stays the same when other lines of the file change:
// code, file, message and the text of the line. Problems that share all of
// these are distinguished by their order, so every fingerprint in a list is
// unique. source may be nil.
func Fingerprints(list diag.List, source func(file string) ([]byte, bool)) []string {
	out := make([]string, len(list))
	seen := map[string]int{}
	var lines lineFinder
	for i, d := range list {
		key := strings.Join([]string{
			d.Code, d.Place.File, lineWords.ReplaceAllString(d.Message.String(), "line"), lines.text(d.Place, source),
		}, "\x00")
		seen[key]++
		sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", key, seen[key]))
		out[i] = hex.EncodeToString(sum[:16])
	}
	return out
}

// text returns the line of a place without surrounding white space.
func (l *lineFinder) text(at diag.Place, source func(file string) ([]byte, bool)) string {
	if source == nil || at.Line == 0 {
		return ""
	}
	text, ok := source(at.File)
	if !ok {
		return ""
	}
	line, _ := l.line(text, at.Line)
	return strings.TrimSpace(line)
}
