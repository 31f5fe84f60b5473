// Package strictjson decodes JSON from outside: saves, parts of simulations and
// messages. It accepts a single value without duplicate or unknown keys. Errors
// use the terms of the file, not of Go, and give the position.
//
// Layer diag. It knows the types that it fills only through reflection.
package strictjson

import (
	"bytes"
	"cmp"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"sleight/runtime/diag"
)

// maxDepth is the maximum nesting depth of values.
const maxDepth = 100

// Error is the error for a text that cannot be decoded.
type Error struct {
	// Offset is the position of the error, in bytes from the start of the text.
	Offset int
	// Path leads to the value, as in variants[2].name; empty for the whole text.
	Path string
	// Text says what is wrong, without the path.
	Text string
}

func (e *Error) Error() string {
	if e.Path == "" {
		return e.Text
	}
	return e.Path + ": " + e.Text
}

// Unmarshal decodes data into the value v points to, which should be empty.
// Unlike encoding/json, it requires keys to be known, exactly spelled and
// unique, accepts 7.0 as a whole number, and accepts a plain number for a field
// marked ",string". Fields whose keys are absent are left unchanged. The error
// is an *Error.
func Unmarshal(data []byte, v any) error {
	if err := valid(data); err != nil {
		return err
	}
	d := &decoder{data: data}
	if f := d.value(reflect.ValueOf(v).Elem(), 0); f != nil {
		return f
	}
	return nil
}

// valid checks the syntax.
func valid(data []byte) error {
	if json.Valid(data) {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(data))
	var one json.RawMessage
	err := d.Decode(&one)
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return &Error{Offset: int(d.InputOffset()), Text: "there is more text after its end"}
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return &Error{Offset: len(bytes.TrimRight(data, "\n")), Text: "it ends too early"}
	case errors.As(err, &syntax):
		at := max(0, int(syntax.Offset)-1)
		return &Error{Offset: at, Text: describeSyntaxError(data[at:], syntax.Error())}
	}
	return &Error{Text: err.Error()}
}

// positions maps parts of the decoder's messages, which say where it failed, to what
// was expected there.
var positions = [...]struct{ where, what string }{
	{"beginning of value", "a value"},
	{"beginning of object key string", "a key in quotes"},
	{"after object key:value", "a comma or }"},
	{"after object key", "a colon"},
	{"after array element", "a comma or ]"},
	{"in numeric literal", "a digit"},
	{"in exponent", "a digit"},
	{"after decimal point", "a digit"},
	{"in string escape code", "a valid escape such as \\n"},
	{"in \\u hexadecimal", "a hexadecimal digit"},
	{"in string literal", "no control character in a text"},
	{"in literal", "true, false or null"},
}

// describeSyntaxError describes a syntax error at the beginning of rest in the form of
// all other faults; message is that of encoding/json.
func describeSyntaxError(rest []byte, message string) string {
	found, _ := utf8.DecodeRune(rest)
	for _, e := range positions {
		if strings.Contains(message, e.where) {
			return fmt.Sprintf("expected %s, got %q", e.what, found)
		}
	}
	return fmt.Sprintf("unexpected %q", found)
}

// decoder decodes a text whose syntax is valid.
type decoder struct {
	data []byte
	at   int
	path []string
}

func (d *decoder) fail(at int, format string, args ...any) *Error {
	return &Error{at, strings.TrimPrefix(strings.Join(d.path, ""), "."), fmt.Sprintf(format, args...)}
}

// space skips white space.
func (d *decoder) space() {
	for d.at < len(d.data) && strings.IndexByte(" \t\r\n", d.data[d.at]) >= 0 {
		d.at++
	}
}

// skip skips a value, checking its keys, and returns its text.
func (d *decoder) skip(depth int) ([]byte, *Error) {
	start := d.at
	f := d.value(reflect.Value{}, depth)
	return d.data[start:d.at], f
}

var (
	unmarshaler     = reflect.TypeFor[json.Unmarshaler]()
	textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// customDecoding reports whether values of a type are decoded by encoding/json
// after their keys have been checked.
func customDecoding(t reflect.Type) bool {
	return t.Kind() == reflect.Interface || reflect.PointerTo(t).Implements(unmarshaler)
}

// value decodes a value into v, or skips it if v is the zero Value.
func (d *decoder) value(v reflect.Value, depth int) *Error {
	d.space()
	start := d.at
	if depth > maxDepth {
		return d.fail(start, "it is nested more than %d deep", maxDepth)
	}
	if v.IsValid() && customDecoding(v.Type()) {
		text, f := d.skip(depth)
		if f != nil {
			return f
		}
		err := json.Unmarshal(text, v.Addr().Interface())
		var typed *json.UnmarshalTypeError
		switch {
		case errors.As(err, &typed): // its text names Go types
			return d.fail(start, "%s cannot be read", shortened(typed.Value))
		case err != nil:
			return d.fail(start, "%v", err)
		}
		return nil
	}
	if v.IsValid() && d.data[start] == 'n' {
		d.at += len("null")
		v.SetZero()
		return nil
	}
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		return d.value(v.Elem(), depth)
	}
	switch d.data[start] {
	case '{':
		return d.object(v, depth)
	case '[':
		return d.array(v, depth)
	case '"':
		return d.text(v)
	case 't', 'f', 'n':
		for d.at < len(d.data) && d.data[d.at] >= 'a' && d.data[d.at] <= 'z' {
			d.at++
		}
		if v.IsValid() && v.Kind() != reflect.Bool {
			return d.wrongType(start, v)
		}
		if v.IsValid() {
			v.SetBool(d.data[start] == 't')
		}
		return nil
	}
	return d.number(v)
}

// wrongType reports a value of an unexpected type.
func (d *decoder) wrongType(at int, v reflect.Value) *Error {
	return d.fail(at, "expected %s, got %s", expected(v.Type()), typeWord(d.data[at]))
}

// expected describes the values that a type accepts, in JSON terms.
func expected(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a text"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Map, reflect.Struct:
		return "an object"
	case reflect.Float64:
		return "a number"
	}
	return "a whole number"
}

func typeWord(first byte) string {
	switch first {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a text"
	case 't', 'f':
		return "true or false"
	}
	return "a number"
}

func (d *decoder) array(v reflect.Value, depth int) *Error {
	start := d.at
	if v.IsValid() && v.Kind() != reflect.Slice && v.Kind() != reflect.Array {
		return d.wrongType(start, v)
	}
	if v.Kind() == reflect.Slice {
		v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	}
	d.at++
	d.path = append(d.path, "")
	n := 0
	for d.space(); d.data[d.at] != ']'; d.space() {
		d.path[len(d.path)-1] = "[" + strconv.Itoa(n) + "]"
		var item reflect.Value
		switch {
		case !v.IsValid():
		case v.Kind() == reflect.Array:
			if n >= v.Len() {
				return d.fail(d.at, "expected %d items, got more", v.Len())
			}
			item = v.Index(n)
		default:
			v.Grow(1)
			v.SetLen(n + 1)
			item = v.Index(n)
			item.SetZero()
		}
		if f := d.value(item, depth+1); f != nil {
			return f
		}
		n++
		if d.space(); d.data[d.at] == ',' {
			d.at++
		}
	}
	d.at++
	d.path = d.path[:len(d.path)-1]
	if v.Kind() == reflect.Array && n < v.Len() {
		return d.fail(start, "expected %d items, got %d", v.Len(), n)
	}
	return nil
}

func (d *decoder) object(v reflect.Value, depth int) *Error {
	if v.IsValid() && v.Kind() != reflect.Struct && (v.Kind() != reflect.Map || v.Type().Key().Kind() != reflect.String) {
		return d.wrongType(d.at, v)
	}
	if v.Kind() == reflect.Map {
		v.Set(reflect.MakeMap(v.Type()))
	}
	d.at++
	seen := map[string]bool{}
	d.path = append(d.path, "")
	for d.space(); d.data[d.at] != '}'; d.space() {
		at := d.at
		key := d.quoted()
		d.path[len(d.path)-1] = "." + key
		if seen[key] {
			d.path = d.path[:len(d.path)-1]
			return d.fail(at, "duplicate key %q", key)
		}
		seen[key] = true
		d.space()
		d.at++ // the colon
		if f := d.member(v, key, at, depth); f != nil {
			return f
		}
		if d.space(); d.data[d.at] == ',' {
			d.at++
		}
	}
	d.at++
	d.path = d.path[:len(d.path)-1]
	return nil
}

// member decodes the value of a key.
func (d *decoder) member(v reflect.Value, key string, at, depth int) *Error {
	var into reflect.Value
	switch {
	case !v.IsValid():
	case v.Kind() == reflect.Map:
		into = reflect.New(v.Type().Elem()).Elem()
	default:
		field, quoted, ok := fieldOf(v, key)
		if !ok {
			d.path = d.path[:len(d.path)-1]
			if near, ok := diag.Nearest(key, keysOf(v.Type())); ok {
				return d.fail(at, "unknown key %q; did you mean %q?", key, near)
			}
			return d.fail(at, "unknown key %q", key)
		}
		if d.space(); quoted && d.data[d.at] == '"' {
			return d.quotedNumber(field)
		}
		into = field
	}
	if f := d.value(into, depth+1); f != nil {
		return f
	}
	if v.Kind() == reflect.Map {
		v.SetMapIndex(reflect.ValueOf(key).Convert(v.Type().Key()), into)
	}
	return nil
}

// quotedNumber decodes a number in quotes.
func (d *decoder) quotedNumber(v reflect.Value) *Error {
	at := d.at
	text := d.quoted()
	inner := &decoder{data: []byte(text)}
	if strings.Trim(text, "+-.0123456789eE") != "" || !json.Valid(inner.data) {
		return d.fail(at, "expected %s, got %q", expected(v.Type()), text)
	}
	if f := inner.number(v); f != nil {
		return d.fail(at, "%s", f.Text)
	}
	return nil
}

// fieldOf returns the struct field for a key, and whether it is marked
// ",string".
func fieldOf(v reflect.Value, key string) (field reflect.Value, quoted, ok bool) {
	t := v.Type()
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct:
			if field, quoted, ok = fieldOf(v.Field(i), key); ok {
				return field, quoted, true
			}
		case f.IsExported() && key == cmp.Or(name, f.Name) && name != "-":
			return v.Field(i), strings.Contains(options, "string"), true
		}
	}
	return field, false, false
}

// keysOf returns the keys that a struct has.
func keysOf(t reflect.Type) (keys []string) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct:
			keys = append(keys, keysOf(f.Type)...)
		case f.IsExported() && name != "-":
			keys = append(keys, cmp.Or(name, f.Name))
		}
	}
	return keys
}

// quoted decodes a string.
func (d *decoder) quoted() string {
	start := d.at
	plain := true
	for d.at++; d.data[d.at] != '"'; d.at++ {
		if c := d.data[d.at]; c == '\\' {
			d.at++
			plain = false
		} else if c >= 0x80 {
			plain = false
		}
	}
	d.at++
	if plain {
		return string(d.data[start+1 : d.at-1])
	}
	var out string
	_ = json.Unmarshal(d.data[start:d.at], &out) // the syntax is valid
	return out
}

func (d *decoder) text(v reflect.Value) *Error {
	start := d.at
	if v.Kind() == reflect.String {
		v.SetString(d.quoted())
		return nil
	}
	text := d.quoted()
	if !v.IsValid() {
		return nil
	}
	if reflect.PointerTo(v.Type()).Implements(textUnmarshaler) {
		if err := v.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(text)); err != nil {
			return d.fail(start, "%v", err)
		}
		return nil
	}
	return d.wrongType(start, v)
}

// number decodes a number. 7, 7.0 and 70e-1 are all whole numbers.
func (d *decoder) number(v reflect.Value) *Error {
	start := d.at
	for d.at < len(d.data) && strings.IndexByte("+-.0123456789eE", d.data[d.at]) >= 0 {
		d.at++
	}
	if !v.IsValid() {
		return nil
	}
	text := string(d.data[start:d.at])
	number, err := strconv.ParseFloat(text, 64)
	whole := err == nil && number == math.Trunc(number) && math.Abs(number) <= 1<<53
	switch {
	case v.CanFloat() && err == nil:
		v.SetFloat(number)
	case v.CanInt():
		n, wrong := strconv.ParseInt(text, 10, 64)
		if wrong != nil && whole {
			n, wrong = int64(number), nil
		}
		if wrong != nil || v.OverflowInt(n) {
			return d.fail(start, "expected a whole number%s, got %s", rangeOf(v.Type()), shortened(text))
		}
		v.SetInt(n)
	case v.CanUint():
		n, wrong := strconv.ParseUint(text, 10, 64)
		if wrong != nil && whole && number >= 0 {
			n, wrong = uint64(number), nil
		}
		if wrong != nil || v.OverflowUint(n) {
			return d.fail(start, "expected a whole number%s, got %s", rangeOf(v.Type()), shortened(text))
		}
		v.SetUint(n)
	case v.CanFloat():
		return d.fail(start, "%s is out of range", shortened(text))
	default:
		return d.wrongType(start, v)
	}
	return nil
}

// rangeOf describes the range of an integer type; it is empty for int64.
func rangeOf(t reflect.Type) string {
	bits := t.Bits()
	if reflect.Zero(t).CanUint() {
		return fmt.Sprintf(" from 0 to %d", uint64(math.MaxUint64)>>(64-bits))
	}
	if bits == 64 {
		return ""
	}
	return fmt.Sprintf(" from %d to %d", int64(-1)<<(bits-1), int64(1)<<(bits-1)-1)
}

func shortened(text string) string {
	if len(text) > 40 {
		return text[:40] + "…"
	}
	return text
}
