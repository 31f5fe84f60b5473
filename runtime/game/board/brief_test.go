package board_test

import (
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/game/board"
	"sleight/runtime/game/session"
)

// brief formats a value with all of its fields, also those that are not written
// as JSON, as "name:value name:value". Fields with their zero value are left
// out; a flag that is set is its name alone.
func brief(v any) string {
	r := reflect.ValueOf(v)
	switch r.Kind() {
	case reflect.Pointer:
		return brief(r.Elem().Interface())
	case reflect.Struct:
		return strings.Join(fields(r), " ")
	case reflect.Slice, reflect.Array:
		var items []string
		for i := range r.Len() {
			items = append(items, within(r.Index(i)))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case reflect.String:
		if s := r.String(); s == "" || strings.ContainsFunc(s, func(c rune) bool { return unicode.IsSpace(c) || strings.ContainsRune(`"[]{},`, c) }) {
			return strconv.Quote(s)
		}
		return version.ReplaceAllString(r.String(), "")
	}
	return fmt.Sprint(v)
}

var version = regexp.MustCompile(`[?]v=[0-9a-f]+`) // of a picture

// within formats a value inside another one.
func within(r reflect.Value) string {
	for r.Kind() == reflect.Pointer {
		r = r.Elem()
	}
	if r.Kind() == reflect.Struct {
		return "{" + brief(r.Interface()) + "}"
	}
	return brief(r.Interface())
}

func fields(r reflect.Value) (out []string) {
	for i := range r.NumField() {
		f, v := r.Type().Field(i), r.Field(i)
		name := strings.ToLower(f.Name)
		switch {
		case !f.IsExported(), v.IsZero(), v.Kind() == reflect.Slice && v.Len() == 0:
		case f.Anonymous:
			out = append(out, fields(v)...)
		case v.Kind() == reflect.Bool:
			out = append(out, name)
		case v.Kind() == reflect.Uint64: // an entity
			out = append(out, name+":"+strconv.FormatUint(v.Uint()&0xffff, 10))
		default:
			out = append(out, name+":"+within(v))
		}
	}
	return out
}

// whole formats a board: a line for itself, its parts, and each group, figure,
// zone and entity.
func whole(b *board.Board) string {
	head := *b
	head.Groups, head.Offers, head.Choice = nil, nil, board.Choice{}
	lines := []string{brief(head)}
	for _, g := range b.Groups {
		figures, zones := g.Figures, g.Zones
		if figures == nil || zones == nil {
			lines = append(lines, "nil, not an empty list")
		}
		g.Figures, g.Zones = nil, nil
		lines = append(lines, "group "+brief(g))
		for _, f := range figures {
			lines = append(lines, "  figure "+brief(f))
		}
		for _, z := range zones {
			things := z.Entities
			if things == nil {
				lines = append(lines, "nil, not an empty list")
			}
			z.Entities = nil
			lines = append(lines, "  zone "+brief(z))
			for _, thing := range things {
				lines = append(lines, "    "+brief(thing))
			}
		}
	}
	for _, o := range b.Offers {
		lines = append(lines, "offer "+brief(o))
	}
	options := b.Choice.Options
	b.Choice.Options = nil
	lines = append(lines, "choice "+brief(b.Choice))
	for _, o := range options {
		lines = append(lines, "  option "+brief(o))
	}
	return strings.Join(lines, "\n")
}

// each formats the items of a list, one a line.
func each[T any](list []T) string {
	var lines []string
	for _, v := range list {
		lines = append(lines, brief(v))
	}
	return strings.Join(lines, "\n")
}

// expect compares lines of text.
func expect(t *testing.T, what, got, want string) {
	t.Helper()
	if diff := cmp.Diff(strings.Split(strings.TrimSpace(want), "\n"), strings.Split(strings.TrimSpace(got), "\n")); diff != "" {
		t.Errorf("%s (-want +got):\n%s\n%s", what, diff, got)
	}
}

// run runs a command, which has to succeed.
func run(t *testing.T, s *session.Session, command string) session.Result {
	t.Helper()
	r := s.Run(command)
	if !r.OK() {
		t.Fatal(command, r.Refusal, r.Problem)
	}
	return r
}

// differences returns the lines of a text that another does not have, marked
// with -, and the lines that only the other has, marked with +.
func differences(a, b string) string {
	mark := func(with, lines string) string {
		if lines == "" {
			return ""
		}
		return with + strings.ReplaceAll(lines, "\n", "\n"+with) + "\n"
	}
	return strings.TrimRight(mark("- ", added(b, a))+mark("+ ", added(a, b)), "\n")
}

// added returns the lines of b that a does not have.
func added(a, b string) string {
	rest := map[string]int{}
	for _, l := range strings.Split(a, "\n") {
		rest[l]++
	}
	var out []string
	for _, l := range strings.Split(b, "\n") {
		if rest[l]--; rest[l] < 0 {
			out = append(out, l)
		}
	}
	return strings.Join(out, "\n")
}
