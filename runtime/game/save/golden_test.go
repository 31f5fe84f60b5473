package save

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/state"
	"sleight/tests/golden"
)

const written = "testdata/game.save"

// example returns a save with every field.
func example() *File {
	return &File{
		Format: Format, Game: "game/luck", Content: "c0ffee", Seed: 1<<63 + 1, Players: 2, Commands: []string{"roll", "use \"coin\" #2"},
		State: &state.Snapshot{Seed: 7, Players: 2, Vars: []state.SavedVar{{Name: "gold", Value: state.Num(5)}}},
		Hash:  "ab", Packs: []Pack{{"luck", "1.0.0", "12"}, {ID: "odds", Digest: "34"}},
		Definitions: map[string]string{"game/luck": "56", "card/ace": "78"}, Outcomes: []string{"", "9a", "bc"},
	}
}

// TestSavesRoundTrip checks every byte of a save, and that it reads back as the
// same save.
func TestSavesRoundTrip(t *testing.T) {
	var got bytes.Buffer
	if err := example().Write(&got); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, written, got.String())
	read, problem := Read(bytes.NewReader(got.Bytes()), "a.save")
	if problem != nil {
		t.Fatal(problem)
	}
	if diff := cmp.Diff(example(), read, cmpopts.IgnoreUnexported(File{}), cmpopts.IgnoreFields(File{}, "Digest"), cmpopts.EquateComparable(state.Value{})); diff != "" {
		t.Errorf("another save is read (-want +got):\n%s", diff)
	}
	long := example()
	long.Commands = make([]string, MaxCommands+1)
	if err := long.Write(io.Discard); err == nil {
		t.Error("too long a log is written")
	}
	long.Commands = long.Commands[1:]
	got.Reset()
	if err := long.Write(&got); err != nil {
		t.Error(err)
	}
	if read, problem := Read(&got, "a.save"); problem != nil || len(read.Commands) != MaxCommands {
		t.Errorf("the longest log: %v", problem)
	}
}

// failing is a reader that fails.
type failing struct{ error }

func (f failing) Read([]byte) (int, error) { return 0, f.error }

// TestSavesThatCannotBeRead checks the place and reason of each refusal, at the
// bounds.
func TestSavesThatCannotBeRead(t *testing.T) {
	whole, err := os.ReadFile(written)
	if err != nil {
		t.Fatal(err)
	}
	edited := func(old, now string) io.Reader { return strings.NewReader(strings.Replace(string(whole), old, now, 1)) }
	padded := func(n int, by string) io.Reader {
		return io.MultiReader(bytes.NewReader(whole), strings.NewReader(strings.Repeat(by, n-len(whole))))
	}
	values := func(n int) io.Reader {
		return strings.NewReader(`{"sleight_save":1,"outcomes":[` + strings.Repeat(`"",`, n-1) + `""]}`)
	}
	for name, c := range map[string]struct {
		in        io.Reader
		at, words string
	}{
		"a broken disk":     {failing{&fs.PathError{Op: "read", Path: "secret", Err: errors.New("gone")}}, "a.save", "read: gone"},
		"a broken line":     {failing{errors.New("cut")}, "a.save", "read: cut"},
		"the largest":       {padded(maxBytes, " "), "", ""},
		"too large":         {padded(maxBytes+1, " "), "a.save", "16777216"},
		"many values":       {values(maxValues), "a.save", "format"}, // no state
		"too many values":   {values(maxValues + 1), "a.save", "500000"},
		"another format":    {edited(`"sleight_save": 1`, `"sleight_save": 2`), "a.save", "2 is not 1"},
		"an edit":           {edited(`"roll"`, `"rowl"`), "a.save", "digest"},
		"another layout":    {edited(",\n", ",\n\n\t"), "", ""},
		"a key twice":       {edited(` "game"`, ` "hash": "", "game"`), "a.save:23:2", "hash"},
		"an unknown key":    {edited(` "game"`, ` "gane"`), "a.save:3:2", "gane"},
		"nothing":           {strings.NewReader(""), "a.save", ""},
		"too many commands": {strings.NewReader(`{"sleight_save":1,"commands":[` + strings.Repeat(`"",`, MaxCommands) + `""]}`), "a.save", "100001"},
	} {
		_, problem := Read(c.in, "a.save")
		switch {
		case problem == nil && c.at != "":
			t.Errorf("%s: read", name)
		case problem != nil && (c.at == "" || !strings.HasPrefix(problem.Place.String(), c.at) || problem.Code != "save/invalid" || !strings.Contains(problem.Message.String(), c.words) || strings.Contains(problem.Message.String(), "secret")):
			t.Errorf("%s: at %v: %v", name, problem.Place, problem)
		}
	}
}

// TestPlacesInASave checks the places of values in the file.
func TestPlacesInASave(t *testing.T) {
	data := []byte("{\n \"a\": [1, {\"b\":\"x\", \"c\" : [ ] }],\n\t\"d\":\r\n  null}")
	file := diag.Place{File: "f"}
	for _, c := range []struct {
		path []any
		want diag.Place
	}{
		{nil, diag.Place{File: "f", Line: 1, Column: 1}},
		{[]any{"a"}, diag.Place{File: "f", Line: 2, Column: 7}},
		{[]any{"a", 0}, diag.Place{File: "f", Line: 2, Column: 8}},
		{[]any{"a", 1}, diag.Place{File: "f", Line: 2, Column: 11}},
		{[]any{"a", 1, "b"}, diag.Place{File: "f", Line: 2, Column: 16}},
		{[]any{"a", 1, "c"}, diag.Place{File: "f", Line: 2, Column: 27}},
		{[]any{"d"}, diag.Place{File: "f", Line: 4, Column: 3}},
		{[]any{"a", 2}, file},
		{[]any{"e"}, file},
		{[]any{"d", "e"}, file},
		{[]any{"a", "b"}, file},
	} {
		if got := placeOf("f", data, c.path...); got != c.want {
			t.Errorf("%v is at %+v, want %+v", c.path, got, c.want)
		}
	}
	for broken, path := range map[string][]any{`{"a": [tru`: {"a", 1}, `[1, 2`: {5}, `{"a" 1}`: {"b"}, `{1: 2}`: {"b"}, ``: {"a"}, `"text"`: {"t"}} {
		if got := placeOf("f", []byte(broken), path...); got != file {
			t.Errorf("in %s it is at %v", broken, got)
		}
	}
	if got := placeOf("f", []byte(`{"a": `), "a"); got != (diag.Place{File: "f", Line: 1, Column: 7}) {
		t.Errorf("a value that is cut off is at %v", got)
	}
	if got := (&File{name: "f", data: data}).refuseAt(0, "x").Place; got != (diag.Place{File: "f", Line: 1, Column: 1}) {
		t.Errorf("the first byte is at %+v", got)
	}
	if got := (&File{name: "f", data: data}).refuseAt(int64(len(data)+9), "x").Place; got != (diag.Place{File: "f", Line: 4, Column: 8}) {
		t.Errorf("the end is at %+v", got)
	}
}

// TestRenamesAcrossMigrations checks names through three migrations, one
// of which exchanges two names.
func TestRenamesAcrossMigrations(t *testing.T) {
	d := func(from, to string) def.NameChange {
		return def.NameChange{Category: def.CategoryDefinition, From: from, To: to}
	}
	r := &Renames{map[def.Category]map[string]string{}, map[def.Category]map[string]string{}}
	for _, m := range []*def.Migration{
		{NameChanges: []def.NameChange{d("card/a", "card/b"), d("card/b", "card/a"), {Category: def.CategoryZone, From: "hand", To: "held"}}},
		{NameChanges: []def.NameChange{d("card/b", "card/c"), {Category: def.CategoryDefinition, From: "card/z", To: "card/y", Removed: true}}},
		{NameChanges: []def.NameChange{d("die/d6", "die/six")}},
	} {
		r.follow(m)
	}
	for sort, names := range r.then {
		r.now[sort] = map[string]string{}
		for now, then := range names {
			r.now[sort][then] = now
		}
	}
	var got []string
	for _, name := range []string{"card/a", "card/b", "card/c", "card/z", "card/y", "die/d6", "die/six"} {
		got = append(got, fmt.Sprintf("%s: then %s, now %s", name, r.Then(def.CategoryDefinition, name), r.Now(def.CategoryDefinition, name)))
	}
	want := []string{
		"card/a: then card/b, now card/c", "card/b: then card/b, now card/a", "card/c: then card/a, now card/c",
		"card/z: then card/z, now card/z", "card/y: then card/y, now card/y",
		"die/d6: then die/d6, now die/six", "die/six: then die/d6, now die/six",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if r.Now(def.CategoryZone, "hand") != "held" || r.Now(def.CategoryVariable, "hand") != "hand" {
		t.Error("sorts are mixed up")
	}
	for command, want := range map[string]string{
		"use card/a die/d6#2 held": "use card/c die/six#2 held",
		"use a b d6#12":            "use c a six#12",
		"a b":                      "a a",
		" lua print(a)":            " lua print(a)",
		"use  a#":                  "use  c#",
	} {
		if got := r.Command(command); got != want {
			t.Errorf("%q is %q now, want %q", command, got, want)
		}
		if got := (*Renames)(nil).Command(command); got != command {
			t.Errorf("without renames %q is %q", command, got)
		}
	}
	if none := (*Renames)(nil); none.Now(def.CategoryZone, "hand") != "hand" || none.Then(def.CategoryZone, "hand") != "hand" {
		t.Error("no renames rename")
	}
}

// TestOutcomesAreDigestsOfChanges checks the digest of changes in saves.
func TestOutcomesAreDigestsOfChanges(t *testing.T) {
	told := []state.Effect{{About: "gold", From: "1", To: "2"}, {About: "coin", From: "hand"}}
	if got := Outcome(told); got != "3c91c9010e22" {
		t.Errorf("the outcome is %s", got)
	}
	if Outcome([]state.Effect{{About: "a", From: "b"}}) == Outcome([]state.Effect{{About: "ab"}}) {
		t.Error("the end of a text does not count")
	}
}
