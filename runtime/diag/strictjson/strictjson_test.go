package strictjson_test

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/diag"
	"sleight/runtime/diag/strictjson"
)

// inner and message together have a field of every kind that messages and files
// use.
type inner struct {
	Name  string `json:"name"`
	Count int    `json:"count,omitempty"`
}

type message struct {
	inner
	Seed   uint64             `json:"seed,string"`
	Small  uint8              `json:"small"`
	Real   float64            `json:"real"`
	Truth  bool               `json:"truth"`
	List   []inner            `json:"list"`
	Pair   [2]int             `json:"pair"`
	Map    map[string]float64 `json:"map"`
	Next   *message           `json:"next"`
	Raw    json.RawMessage    `json:"raw"`
	Any    any                `json:"any"`
	Level  diag.Severity      `json:"level"`
	Hidden string             `json:"-"`
	Plain  string
}

const whole = `{"name": "a\u00e9\ud83d\ude00é", "count": -7, "seed": "18446744073709551615", "small": 255, "real": -1.5e-3,
	"truth": true, "list": [{"name": "x"}, {}], "pair": [1, 2], "map": {"a": 1, "A": 2}, "next": {"list": [], "next": null},
	"raw": {"x": [1, {"y": null}]}, "any": {"k": [1, "x", false]}, "level": "warning", "Plain": "p"}`

// TestValidTextReadsAsWithEncodingJSON checks that the strict decoder fills in
// the same values as encoding/json.
func TestValidTextReadsAsWithEncodingJSON(t *testing.T) {
	var got, want message
	if err := strictjson.Unmarshal([]byte(whole), &got); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(whole), &want); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nexpected\n%+v", got, want)
	}
}

// TestNumbersMayBeWrittenInAnyForm checks that a whole number may be written in
// any JSON number format, and a seed with or without quotes.
func TestNumbersMayBeWrittenInAnyForm(t *testing.T) {
	for _, text := range []string{`{"count": 7, "seed": 7}`, `{"count": 7.0, "seed": "7"}`, `{"count": 70e-1, "seed": 0.7e1}`} {
		var m message
		if err := strictjson.Unmarshal([]byte(text), &m); err != nil || m.Count != 7 || m.Seed != 7 {
			t.Errorf("%s is read as %+v, %v", text, m, err)
		}
	}
}

// TestFaultsAreReportedInJSONTerms checks the text and the position of every
// fault. None of them names a Go type.
func TestFaultsAreReportedInJSONTerms(t *testing.T) {
	for text, want := range map[string]string{
		`{"name": "a", "name": "b"}`:                   `14: duplicate key "name"`,
		`{"name": "a", "\u006eame": "b"}`:              `14: duplicate key "name"`,
		`{"map": {"a": 1, "a": 1}}`:                    `17: map: duplicate key "a"`,
		`{"raw": [{"a": 1, "a": 1}]}`:                  `18: raw[0]: duplicate key "a"`,
		`{"any": {"a": {}, "a": 1}}`:                   `18: any: duplicate key "a"`,
		`{"Name": "a"}`:                                `1: unknown key "Name"; did you mean "name"?`,
		`{"Hidden": "a"}`:                              `1: unknown key "Hidden"`,
		`{"list": [{}, {"nome": 1}]}`:                  `15: list[1]: unknown key "nome"; did you mean "name"?`,
		`{"list": [{}, {"count": "7"}]}`:               `24: list[1].count: expected a whole number, got a text`,
		`{"list": [{}, {"count": false}]}`:             `24: list[1].count: expected a whole number, got true or false`,
		`{"pair": {"a": 1}}`:                           `9: pair: expected a list, got an object`,
		`{"level": "fatal"}`:                           `10: level: unknown severity "fatal"`,
		`{"any": 1e999}`:                               `8: any: number 1e999 cannot be read`,
		`{"seed": "99999999999999999999"}`:             `9: seed: expected a whole number from 0 to 18446744073709551615, got 99999999999999999999`,
		`{"count": 9007199254740994.0}`:                `10: count: expected a whole number, got 9007199254740994.0`,
		`{"small": -1}`:                                `10: small: expected a whole number from 0 to 255, got -1`,
		`{"count": 0.` + strings.Repeat("1", 38) + `}`: `10: count: expected a whole number, got 0.` + strings.Repeat("1", 38),
		`{"count": 0.` + strings.Repeat("1", 39) + `}`: `10: count: expected a whole number, got 0.` + strings.Repeat("1", 38) + `…`,
		`{"count": 7.5}`:                               `10: count: expected a whole number, got 7.5`,
		`{"count": 1e300}`:                             `10: count: expected a whole number, got 1e300`,
		`{"small": 256}`:                               `10: small: expected a whole number from 0 to 255, got 256`,
		`{"seed": -1}`:                                 `9: seed: expected a whole number from 0 to 18446744073709551615, got -1`,
		`{"seed": "x"}`:                                `9: seed: expected a whole number, got "x"`,
		`{"seed": "7 "}`:                               `9: seed: expected a whole number, got "7 "`,
		`{"seed": ""}`:                                 `9: seed: expected a whole number, got ""`,
		`{"real": 1e999}`:                              `9: real: 1e999 is out of range`,
		`{"real": "1"}`:                                `9: real: expected a number, got a text`,
		`{"truth": 1}`:                                 `10: truth: expected true or false, got a number`,
		`{"name": true}`:                               `9: name: expected a text, got true or false`,
		`{"name": ["a"]}`:                              `9: name: expected a text, got a list`,
		`{"list": {}}`:                                 `9: list: expected a list, got an object`,
		`{"pair": [1]}`:                                `9: pair: expected 2 items, got 1`,
		`{"pair": [1, 2, 3]}`:                          `16: pair[2]: expected 2 items, got more`,
		`{"map": []}`:                                  `8: map: expected an object, got a list`,
		`[]`:                                           `0: expected an object, got a list`,
		`{"name": "a"`:                                 `12: it ends too early`,
		`{"name": "a"} {}`:                             `13: there is more text after its end`,
		``:                                             `0: it ends too early`,
		`{name: 1}`:                                    `1: expected a key in quotes, got 'n'`,
		`{"name" 1}`:                                   `8: expected a colon, got '1'`,
		`{"name": "a" "b": 1}`:                         `13: expected a comma or }, got '"'`,
		`{"list": [1 2]}`:                              `12: expected a comma or ], got '2'`,
		`{"name": "\q"}`:                               `11: expected a valid escape such as \n, got 'q'`,
		`{"name": "\u00g0"}`:                           `14: expected a hexadecimal digit, got 'g'`,
		"{\"name\": \"a\nb\"}":                         `11: expected no control character in a text, got '\n'`,
		`{"truth": trve}`:                              `12: expected true, false or null, got 'v'`,
		`{"real": 1.x}`:                                `11: expected a digit, got 'x'`,
		`{"real": 1ex}`:                                `11: expected a digit, got 'x'`,
		`{"real": -x}`:                                 `10: expected a digit, got 'x'`,
		`€`:                                            `0: expected a value, got '€'`,
		strings.Repeat(`{"next":`, 200) + `null` + strings.Repeat(`}`, 200): `808: next` + strings.Repeat(".next", 100) + `: it is nested more than 100 deep`,
	} {
		var m message
		err := strictjson.Unmarshal([]byte(text), &m)
		f, ok := err.(*strictjson.Error)
		if !ok {
			t.Errorf("%s is read: %+v", text, m)
			continue
		}
		if got := jsonNumber(f.Offset) + ": " + f.Error(); got != want {
			t.Errorf("%s gives\n%s, expected\n%s", text, got, want)
		}
	}
}

// odd has fields that messages and files do not use, but Go programs might.
type odd struct {
	Named `json:"named"`
	Level
	Tiny   int8
	Large  int64
	Picky  picky
	Dash   string `json:"-"`
	secret int
}

type (
	Named struct{ Inside string }
	Level int
	picky struct{}
)

func (*picky) UnmarshalJSON(text []byte) error { return errors.New("not " + string(text)) }

// TestKeysAreThoseOfEncodingJSON checks embedded fields, fields without a key,
// and the bounds of numbers.
func TestKeysAreThoseOfEncodingJSON(t *testing.T) {
	for text, want := range map[string]any{
		`{"named": {"Inside": "x"}}`:     odd{Named: Named{"x"}},
		`{"Level": 12, "Tiny": -128}`:    odd{Level: 12, Tiny: -128},
		`{"Tiny": 1.27e2}`:               odd{Tiny: 127},
		`{"Large": 9223372036854775807}`: odd{Large: math.MaxInt64},
		`{"Large": 9007199254740992.0}`:  odd{Large: 1 << 53},
		`{"Large": -0}`:                  odd{},
		`{"Inside": "x"}`:                `unknown key "Inside"`,
		`{"Named": {}}`:                  `unknown key "Named"; did you mean "named"?`,
		`{"secret": 1}`:                  `unknown key "secret"`,
		`{"-": "x"}`:                     `unknown key "-"`,
		`{"Tiny": 128}`:                  `Tiny: expected a whole number from -128 to 127, got 128`,
		`{"Tiny": -129}`:                 `Tiny: expected a whole number from -128 to 127, got -129`,
		`{"Picky": {"a": [1]}}`:          `Picky: not {"a": [1]}`,
		`{"Picky":  7 }`:                 `Picky: not 7`,
	} {
		var got odd
		err := strictjson.Unmarshal([]byte(text), &got)
		switch {
		case err != nil && err.Error() != want:
			t.Errorf("%s: %v", text, err)
		case err == nil && got != want:
			t.Errorf("%s is read as %+v", text, got)
		}
	}
	_ = odd{}.secret
}

// TestTopLevelValues checks texts that are not objects, up to their last byte.
func TestTopLevelValues(t *testing.T) {
	var truth bool
	var number uint8
	var text string
	var list []int
	for from, into := range map[string]any{"true": &truth, "250.0": &number, "\"a\"": &text, " [ 1 , 2 ] ": &list} {
		if err := strictjson.Unmarshal([]byte(from), into); err != nil {
			t.Errorf("%s: %v", from, err)
		}
	}
	if !truth || number != 250 || text != "a" || !slices.Equal(list, []int{1, 2}) {
		t.Error(truth, number, text, list)
	}
	if err := strictjson.Unmarshal([]byte("-0"), &number); err != nil || number != 0 {
		t.Error(number, err)
	}
}

// TestTextsReadAsWithEncodingJSON checks escapes, and bytes that are not UTF-8.
func TestTextsReadAsWithEncodingJSON(t *testing.T) {
	for _, text := range []string{`"a\"b\\"`, `"\\"`, `"é"`, "\"\x80\"", "\"\x7f\"", "\"a\xff\"", `"\ud800"`} {
		var got, want string
		if err := errors.Join(strictjson.Unmarshal([]byte(text), &got), json.Unmarshal([]byte(text), &want)); err != nil || got != want {
			t.Errorf("%q is read as %q, expected %q (%v)", text, got, want, err)
		}
	}
}

// TestNullClearsValues checks that null resets a value, and that values without a key
// are kept.
func TestNullClearsValues(t *testing.T) {
	m := message{inner: inner{"a", 3}, Truth: true, List: []inner{{"b", 1}}, Pair: [2]int{1, 2}, Next: &message{Plain: "n"}, Plain: "p"}
	const text = ` { "name" : null , "truth" : null , "list":null,"next" : { "small" : 1 } } `
	if err := strictjson.Unmarshal([]byte(text), &m); err != nil {
		t.Fatal(err)
	}
	want := message{inner: inner{"", 3}, Pair: [2]int{1, 2}, Next: &message{Plain: "n", Small: 1}, Plain: "p"}
	if !reflect.DeepEqual(m, want) {
		t.Errorf("got\n%+v\nexpected\n%+v", m, want)
	}
}

// TestNestingIsBounded checks that lists and objects count alike, and that the deepest
// allowed level is read.
func TestNestingIsBounded(t *testing.T) {
	for _, open := range []string{"[", `{"a":`} {
		closing := map[string]string{"[": "]", `{"a":`: "}"}[open]
		nested := func(n int) string {
			inside := map[string]string{"[": "", `{"a":`: "1"}[open]
			return `{"any":` + strings.Repeat(open, n) + inside + strings.Repeat(closing, n) + "}"
		}
		deepest := 100
		if open != "[" {
			deepest = 99 // the number within is one level more
		}
		var m message
		if err := strictjson.Unmarshal([]byte(nested(deepest)), &m); err != nil {
			t.Error(err)
		}
		if err := strictjson.Unmarshal([]byte(nested(deepest+1)), &m); err == nil || !strings.HasSuffix(err.Error(), "it is nested more than 100 deep") {
			t.Error(err)
		}
	}
}

func jsonNumber(n int) string {
	text, _ := json.Marshal(n)
	return string(text)
}

// FuzzUnmarshal checks that Unmarshal never panics and decodes the same values
// as encoding/json.
func FuzzUnmarshal(f *testing.F) {
	f.Add([]byte(whole))
	f.Add([]byte(`{"seed": 7, "count": 7.0, "map": {"a": null}, "next": {"pair": [0, -0]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var m, again message
		if strictjson.Unmarshal(data, &m) != nil {
			return
		}
		text, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		if err := strictjson.Unmarshal(text, &again); err != nil {
			t.Fatalf("%s is written as %s, which is not read: %v", data, text, err)
		}
		second, _ := json.Marshal(again)
		if string(second) != string(text) {
			t.Fatalf("%s is read back as %s", text, second)
		}
	})
}
