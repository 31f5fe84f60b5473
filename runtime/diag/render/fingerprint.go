package render

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"

	"sleight/runtime/diag"
)

// lineWords are the numbers of lines that messages mention.
var lineWords = regexp.MustCompile(`\bline \d+`)

// Fingerprints identifies each problem of a list, in its order, by what does
// not change when other lines of its file do: code, file, message and the text
// of its line. Problems that share all of these are told apart by their order.
// Within a list every fingerprint is unique. Source may be nil.
func Fingerprints(list diag.List, source func(file string) ([]byte, bool)) []string {
	out := make([]string, len(list))
	seen := map[string]int{}
	for i, d := range list {
		key := strings.Join([]string{
			d.Code, d.Place.File, lineWords.ReplaceAllString(d.Message, "line"), lineText(d.Place, source),
		}, "\x00")
		seen[key]++
		sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", key, seen[key]))
		out[i] = hex.EncodeToString(sum[:16])
	}
	return out
}

// lineText is the line of a place without the white space around it.
func lineText(at diag.Place, source func(file string) ([]byte, bool)) string {
	if source == nil || at.Line == 0 {
		return ""
	}
	text, ok := source(at.File)
	if !ok {
		return ""
	}
	line, _ := lineOf(text, at.Line)
	return strings.TrimSpace(line)
}
