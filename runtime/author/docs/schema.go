package docs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// value is a JSON value that preserves the order of its keys.
type value struct {
	// plain is a string, bool, json.Number or nil, if the value is neither a
	// list nor an object.
	plain  any
	list   []value
	fields []field
	sort   byte // '{', '[' or 0
}

type field struct {
	key   string
	value value
}

// get returns the value at a path of keys.
func (v value) get(path ...string) (value, bool) {
next:
	for _, key := range path {
		for _, f := range v.fields {
			if f.key == key {
				v = f.value
				continue next
			}
		}
		return value{}, false
	}
	return v, true
}

// text returns the string at a key, or "".
func (v value) text(key string) string {
	found, _ := v.get(key)
	s, _ := found.plain.(string)
	return s
}

// number formats the number at a key as JSON.
func (v value) number(key string) (text string, ok bool) {
	found, _ := v.get(key)
	n, ok := found.plain.(json.Number)
	return n.String(), ok
}

// words returns the strings of the list at a key, or the one string there.
func (v value) words(key string) []string {
	found, ok := v.get(key)
	if s, single := found.plain.(string); single {
		return []string{s}
	}
	var out []string
	if ok {
		for _, item := range found.list {
			if s, ok := item.plain.(string); ok {
				out = append(out, s)
			}
		}
	}
	return out
}

// schemas are the schema files of content, by kind.
type schemas map[string]value

const schemaSuffix = ".schema.json"

// envelope is the file with the parts that kinds share.
const envelope = "envelope"

func readSchemas(from fs.FS) (schemas, error) {
	names, err := fs.Glob(from, "*"+schemaSuffix)
	if err != nil {
		return nil, err
	}
	all := schemas{}
	for _, name := range names {
		text, err := fs.ReadFile(from, name)
		if err != nil {
			return nil, err
		}
		if all[strings.TrimSuffix(name, schemaSuffix)], err = parse(text); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if _, ok := all[envelope]; !ok {
		return nil, errors.New("there is no " + envelope + schemaSuffix)
	}
	return all, nil
}

func parse(text []byte) (value, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return decode(d)
}

func decode(d *json.Decoder) (v value, err error) {
	token, err := d.Token()
	if err != nil {
		return v, err
	}
	switch token {
	case json.Delim('{'):
		v.sort = '{'
		for d.More() {
			key, err := d.Token()
			if err != nil {
				return v, err
			}
			inner, err := decode(d)
			if err != nil {
				return v, err
			}
			v.fields = append(v.fields, field{key.(string), inner})
		}
		_, err = d.Token()
		return v, err
	case json.Delim('['):
		v.sort = '['
		for d.More() {
			inner, err := decode(d)
			if err != nil {
				return v, err
			}
			v.list = append(v.list, inner)
		}
		_, err = d.Token()
		return v, err
	}
	v.plain = token
	return v, nil
}
