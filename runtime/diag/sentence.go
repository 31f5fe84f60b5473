package diag

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Sentence is a sentence about content as data: a format in English and its
// arguments. It becomes text where it is shown, in the language of whoever
// reads it. The zero value says nothing.
type Sentence struct {
	// Format is the English sentence with the verbs of package fmt. It is the
	// key of translations.
	Format string
	// Args are the values of the verbs, in order, as they are shown; the value
	// of %q is without its quotes.
	Args []string
}

// Sentencef returns a sentence. Format and args are those of fmt.Sprintf.
func Sentencef(format string, args ...any) Sentence {
	if false {
		_ = fmt.Sprintf(format, args...) // so that go vet checks the calls
	}
	s := Sentence{Format: format}
	if len(args) == 0 {
		return s
	}
	if whole, ok := args[0].(Sentence); ok && format == "%s" {
		return whole
	}
	s.Args = make([]string, 0, len(args))
	var rewritten strings.Builder
	for text, verb := range verbs(format) {
		rewritten.WriteString(text)
		switch {
		case verb == "" || verb == "%%":
		case len(s.Args) == len(args):
			panic("diag: too few arguments for " + format)
		case strings.HasSuffix(verb, "q") && isText(args[len(s.Args)]): // cut off, but not quoted yet
			s.Args = append(s.Args, fmt.Sprintf(strings.TrimSuffix(verb, "q")+"s", args[len(s.Args)]))
			verb = "%q"
		default:
			s.Args = append(s.Args, fmt.Sprintf(verb, args[len(s.Args)]))
			if verb == "%q" { // a list of texts, or a character
				verb = "%s"
			}
		}
		rewritten.WriteString(verb)
	}
	if len(s.Args) < len(args) {
		panic("diag: too many arguments for " + format)
	}
	if s.Format = rewritten.String(); s.Format == "%s" && s.Args[0] == "" {
		return Sentence{}
	}
	return s
}

// isText reports whether fmt quotes an argument as one text.
func isText(arg any) bool {
	switch arg.(type) {
	case string, error, fmt.Stringer, Literal:
		return true
	}
	return false
}

// verbs iterates over the verbs of a format, each with the text before it; the
// last text comes with an empty verb.
func verbs(format string) func(yield func(text, verb string) bool) {
	return func(yield func(text, verb string) bool) {
		for {
			at := strings.IndexByte(format, '%')
			if at < 0 {
				yield(format, "")
				return
			}
			end := at + 1
			for end < len(format)-1 && strings.IndexByte("+-# 0123456789.[]", format[end]) >= 0 {
				end++
			}
			end = min(end+1, len(format))
			if !yield(format[:at], format[at:end]) {
				return
			}
			format = format[end:]
		}
	}
}

// IsZero reports whether there is no sentence.
func (s Sentence) IsZero() bool { return s.Format == "" }

// Equal reports whether two sentences have the same format and arguments.
func (s Sentence) Equal(other Sentence) bool {
	return s.Format == other.Format && slices.Equal(s.Args, other.Args)
}

// String returns the sentence in English.
func (s Sentence) String() string { return s.In(s.Format) }

// In returns the sentence in the words of a translated format. A verb takes the
// next argument, or the one that an index such as %[2]s names.
func (s Sentence) In(format string) string {
	var out strings.Builder
	next := 0
	for text, verb := range verbs(format) {
		out.WriteString(text)
		if verb == "" || verb == "%%" {
			out.WriteString(strings.TrimPrefix(verb, "%"))
			continue
		}
		if _, index, ok := strings.Cut(verb, "["); ok {
			index, _, _ = strings.Cut(index, "]")
			n, _ := strconv.Atoi(index)
			next = n - 1
		}
		if next < 0 || next >= len(s.Args) {
			out.WriteString(verb)
			continue
		}
		if strings.HasSuffix(verb, "q") {
			out.WriteString(strconv.Quote(s.Args[next]))
		} else {
			out.WriteString(s.Args[next])
		}
		next++
	}
	return out.String()
}

// And returns s followed by another sentence, with separator between them.
func (s Sentence) And(separator string, other Sentence) Sentence {
	return Sentence{s.Format + separator + other.Format, slices.Concat(s.Args, other.Args)}
}

// MarshalText returns the sentence in English.
func (s Sentence) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what MarshalText wrote, as a sentence without arguments.
func (s *Sentence) UnmarshalText(text []byte) error {
	*s = Sentence{Format: strings.ReplaceAll(string(text), "%", "%%")}
	return nil
}
