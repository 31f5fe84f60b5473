package state

import (
	"encoding/json"
	"fmt"
)

// MarshalJSON returns a plain JSON value, or {"entity": ID} for a reference.
func (v Value) MarshalJSON() ([]byte, error) {
	switch v.Type {
	case Bool:
		return json.Marshal(v.Num != 0)
	case Number:
		return json.Marshal(v.Num)
	case Text:
		return json.Marshal(v.Str)
	case Ref:
		return json.Marshal(map[string]ID{"entity": v.ID()})
	}
	return []byte("null"), nil
}

// UnmarshalJSON reads the form of MarshalJSON.
func (v *Value) UnmarshalJSON(data []byte) error {
	var raw any
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	switch x := raw.(type) {
	case nil:
		*v = Value{}
	case bool:
		*v = Truth(x)
	case float64:
		*v = Num(x)
	case string:
		*v = Str(x)
	case map[string]any:
		id, ok := x["entity"].(float64)
		if !ok || len(x) != 1 || id < 0 || id > MaxWhole || id != float64(uint64(id)) {
			return fmt.Errorf("%s is not a value of a game", data)
		}
		*v = Entity(ID(id))
	default:
		return fmt.Errorf("%s is not a value of a game", data)
	}
	return nil
}
