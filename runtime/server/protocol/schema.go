package protocol

import (
	"bytes"
	"encoding"
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
)

// object is JSON with its keys sorted, so that the output is deterministic.
type object map[string]any

// Schema describes the protocol as an OpenRPC document, generated from the Go
// types of its messages and their comments. The output is deterministic.
func Schema() []byte {
	b := &describer{schemas: object{}, types: map[string]reflect.Type{}, comments: comments()}
	var calls, notifications []any
	for _, m := range methods() {
		call := object{
			"name": m.name, "summary": m.doc, "paramStructure": "by-name", "params": b.params(m.params),
			"result": object{"name": "result", "schema": b.schema(m.result)}, "x-bounds": m.bounds,
		}
		if m.needs == debugRight {
			call["x-debug"] = true
		}
		if m.needs == saveRight {
			call["x-saves"] = true
		}
		if m.needs == seatRight {
			call["x-seat"] = true
		}
		if m.needs == tableRight {
			call["x-operator"] = true
		}
		calls = append(calls, call)
	}
	for _, e := range events() {
		notifications = append(notifications, object{"name": e.name, "summary": e.doc, "params": b.schema(e.params)})
	}
	document := object{
		"openrpc": "1.3.2",
		"info": object{
			"title": "Sleight", "version": strconv.Itoa(Version),
			"description": "Sessions, views and commands of games as JSON-RPC 2.0. Made by sleight docs from the Go types: edit those, not this.",
		},
		"methods": calls, "x-notifications": notifications, "components": object{"schemas": b.schemas},
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetIndent("", " ")
	if err := e.Encode(document); err != nil {
		panic("protocol: " + err.Error())
	}
	return out.Bytes()
}

// describer collects the schemas of named types.
type describer struct {
	schemas  object
	types    map[string]reflect.Type
	comments map[string]string
}

func (b *describer) params(t reflect.Type) []any {
	out := []any{}
	for f := range fields(t) {
		out = append(out, object{"name": f.name, "required": f.always, "schema": b.field(f)})
	}
	return out
}

// field returns the schema of a field, with its comment as the description.
func (b *describer) field(f field) object {
	s := b.schema(f.Type)
	if doc := b.comments[f.owner.Name()+"."+f.Name]; doc != "" {
		if s["$ref"] != nil { // no other key is allowed beside a reference
			return object{"description": doc, "allOf": []any{s}}
		}
		s["description"] = doc
	}
	return s
}

func (b *describer) schema(t reflect.Type) object {
	switch {
	case t == reflect.TypeFor[json.RawMessage]():
		return object{"type": "object"}
	case t == reflect.TypeFor[Digits](), t == reflect.TypeFor[CallID]():
		return object{"type": []string{"integer", "string"}}
	case t.Kind() == reflect.Pointer:
		return b.schema(t.Elem())
	case t.Implements(reflect.TypeFor[encoding.TextMarshaler]()):
		return object{"type": "string"}
	}
	switch t.Kind() {
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.String:
		return object{"type": "string"}
	case reflect.Float64:
		return object{"type": "number"}
	case reflect.Int, reflect.Int64, reflect.Uint64:
		return object{"type": "integer"}
	case reflect.Slice, reflect.Array:
		return object{"type": "array", "items": b.schema(t.Elem())}
	case reflect.Map:
		return object{"type": "object", "additionalProperties": b.schema(t.Elem())}
	case reflect.Struct:
		return b.named(t)
	}
	panic("protocol: no schema for " + t.String())
}

// named describes a named type once and returns a reference to it.
func (b *describer) named(t reflect.Type) object {
	ref := object{"$ref": "#/components/schemas/" + t.Name()}
	if known := b.types[t.Name()]; known != nil {
		if known != t {
			panic("protocol: two types are called " + t.Name())
		}
		return ref
	}
	b.types[t.Name()] = t
	s := object{"type": "object", "additionalProperties": false}
	b.schemas[t.Name()] = s // set before its fields, which may refer to it
	properties, required := object{}, []string{}
	for f := range fields(t) {
		properties[f.name] = b.field(f)
		if f.always {
			required = append(required, f.name)
		}
	}
	s["properties"], s["required"] = properties, required
	if doc := b.comments[t.Name()]; doc != "" {
		s["description"] = doc
	}
	return ref
}

// field is a field of a message as JSON has it.
type field struct {
	reflect.StructField
	owner  reflect.Type
	name   string
	always bool // it is present even when empty
}

// fields iterates over the fields of a message, with the fields of an embedded
// struct in its place.
func fields(t reflect.Type) func(yield func(field) bool) {
	return func(yield func(field) bool) {
		for f := range t.Fields() {
			if f.Anonymous {
				for inner := range fields(f.Type) {
					if !yield(inner) {
						return
					}
				}
				continue
			}
			name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name == "" || name == "-" {
				continue
			}
			if !yield(field{f, t, name, !strings.Contains(options, "omit")}) {
				return
			}
		}
	}
}
