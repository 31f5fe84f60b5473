package analysis

import "slices"

// The kinds of parameters that literals are checked against. Any other kind is
// allowed and not checked.
const (
	KindAny      = "any"
	KindNumber   = "number"
	KindText     = "text"
	KindBoolean  = "boolean"
	KindEntity   = "entity"
	KindList     = "list"
	KindFunction = "function"
	// KindListOrZone is a list, or a text that names a zone.
	KindListOrZone = "list or zone"
	// KindEntities is a list of entities, or a text that names a zone.
	KindEntities = "zone or list of entities"
)

// Param is one parameter of an API function.
type Param struct {
	Name     string
	Kind     string
	Optional bool
	// Former allows an entity that is no longer in play.
	Former bool
	// Coined marks a name that the call itself introduces, such as that of a
	// random stream. It may be any word, even the name of a local.
	Coined bool
	// Whole requires a whole number; Low and High are its bounds, inclusive, if
	// Low < High.
	Whole     bool
	Low, High float64
	// Fields are the fields that a table may have; nil for any.
	Fields []Param
}

// Signature says how a function may be called. Optional parameters follow the
// required ones. A variadic function takes any number of values after them.
type Signature struct {
	Params   []Param
	Variadic bool
	// Results are the types of the results, in LuaCATS notation.
	Results []string
	// Reads is set if a call changes nothing and is only useful for its
	// results.
	Reads bool
}

// bounds returns the minimum and the maximum number of arguments; most is -1 if
// there is no maximum.
func (s Signature) bounds() (least, most int) {
	for _, p := range s.Params {
		if !p.Optional {
			least++
		}
	}
	if s.Variadic {
		return least, -1
	}
	return least, len(s.Params)
}

// Surface is what scripts may name besides Lua's own library: the API
// functions, and values such as vars and game. It must not change once it is in
// use.
type Surface struct {
	Functions map[string]Signature
	Values    []string
	// Fixed lists those Values whose fields never change, unless they are nil.
	Fixed []string
}

// has reports whether the surface defines a global.
func (s *Surface) has(name string) bool {
	if s == nil {
		return false
	}
	if _, ok := s.Functions[name]; ok {
		return true
	}
	return s.isValue(name)
}

func (s *Surface) isValue(name string) bool {
	if s == nil {
		return false
	}
	return slices.Contains(s.Values, name)
}

// names lists the surface for suggestions, in no order; the caller sorts them.
func (s *Surface) names() []string {
	if s == nil {
		return nil
	}
	out := append([]string(nil), s.Values...)
	for name := range s.Functions {
		out = append(out, name)
	}
	return out
}

// signature finds an API function.
func (s *Surface) signature(name string) (Signature, bool) {
	if s == nil {
		return Signature{}, false
	}
	sig, ok := s.Functions[name]
	return sig, ok
}

// usage formats the call as the reference does.
func (s Signature) usage(name string) string {
	text, open := name+"(", 0
	for i, p := range s.Params {
		if p.Optional {
			text += "["
			open++
		}
		if i > 0 {
			text += ", "
		}
		text += p.Name
	}
	for range open {
		text += "]"
	}
	if s.Variadic {
		text += ", …"
	}
	return text + ")"
}
