package script

import (
	"regexp"
	"strings"
)

// rewording replaces what gopher-lua says by what an author understands.
type rewording struct {
	pattern *regexp.Regexp
	words   string
	hint    string
}

var rewordings = []rewording{
	{
		regexp.MustCompile(`attempt to index a non-table object\(nil\) with key '([^']*)'`),
		"nil has no field '$1'", "something before .$1 is missing; check it with: if x then … end",
	},
	{
		regexp.MustCompile(`attempt to index a non-table object\((\w+)\) with key '([^']*)'`),
		"a $1 has no field '$2'", "",
	},
	{regexp.MustCompile(`attempt to call a non-function object`), "this is no function", "is the name right, and does it exist here?"},
	{
		regexp.MustCompile(`cannot perform (\w+) operation between (\w+) and (\w+)`),
		"cannot calculate ($1) with a $2 and a $3", "one of the two is missing or no number",
	},
	{regexp.MustCompile(`attempt to compare (\w+) with (\w+)`), "cannot compare a $1 with a $2", "one of the two is missing or of another type"},
	{regexp.MustCompile(`__unm undefined`), "cannot negate this: it is no number", ""},
	{regexp.MustCompile(`for statement (\w+) must be a number`), "the $1 of a for loop must be a number", ""},
}

// scrubber removes what differs from run to run or means nothing to authors:
// addresses, and the place that gopher-lua puts before its messages.
var scrubber = []*regexp.Regexp{
	regexp.MustCompile(`0x[0-9a-fA-F]+`),
	regexp.MustCompile(`^[^\n]*?\x00\d+\x00\d+\x00[^\n:]*:(\d+:)?\s*`),
}

// friendly returns a message for authors, with a hint when there is one.
func friendly(message string) (text, hint string) {
	message = scrub(message)
	for _, r := range rewordings {
		if m := r.pattern.FindStringSubmatchIndex(message); m != nil {
			text = string(r.pattern.ExpandString(nil, r.words, message, m))
			text = strings.NewReplacer("a nil", "nil", " a number has", " a number has").Replace(text)
			return text, string(r.pattern.ExpandString(nil, r.hint, message, m))
		}
	}
	return message, ""
}

func scrub(message string) string {
	for _, s := range scrubber {
		message = s.ReplaceAllString(message, "")
	}
	return strings.TrimSpace(message)
}
