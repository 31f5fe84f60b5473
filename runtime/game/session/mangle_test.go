package session_test

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestMangledSavesAreRefusedOrValid edits saves as no program would: values of
// other types and sizes, parts missing, duplicated or exchanged. Each must be
// refused or give a valid game.
func TestMangledSavesAreRefusedOrValid(t *testing.T) {
	s := play(t)
	s.SetFuel(enough)
	choose, loaded := lucky(3), 0
	for range thorough(20) {
		wander(t, s, choose, 8)
		var tree map[string]any
		for range 20 {
			if err := json.Unmarshal(written(t, s), &tree); err != nil {
				t.Fatal(err)
			}
			tree["content"] = "" // otherwise the hash would reveal it
			delete(tree, "digest")
			for range 1 + choose.IntN(2) {
				mangle(choose, tree["state"])
			}
			data, err := json.Marshal(tree)
			if err != nil {
				t.Fatal(err)
			}
			if sound(t, s.Content(), data) {
				loaded++
			}
		}
	}
	t.Logf("%d of %d were loaded", loaded, 20*thorough(20))
}

// mangle changes one thing in a JSON tree and returns the result.
func mangle(choose *rand.Rand, v any) any {
	switch v := v.(type) {
	case map[string]any:
		keys := slices.Sorted(maps.Keys(v))
		if len(keys) == 0 {
			return v
		}
		key := keys[choose.IntN(len(keys))]
		if choose.IntN(30) == 0 {
			delete(v, key)
		} else {
			v[key] = mangle(choose, v[key])
		}
		return v
	case []any:
		if len(v) == 0 {
			return v
		}
		i, j := choose.IntN(len(v)), choose.IntN(len(v))
		switch choose.IntN(12) {
		case 0:
			v[i] = v[j]
		case 1:
			v[i], v[j] = v[j], v[i]
		case 2:
			return slices.Delete(v, i, i+1)
		case 3:
			return append(v, v[i])
		default:
			v[i] = mangle(choose, v[i])
		}
		return v
	}
	if n, ok := v.(float64); ok && choose.IntN(2) == 0 {
		return n + float64(choose.IntN(3)-1)
	}
	odd := []any{nil, true, 0, 1, -1, 2, 255, 1e6, 1 << 31, 1 << 32, 1 << 53, 1e300, 0.5, "", "dice", "ended", "die/d6", "relic/ear", []any{}, map[string]any{"entity": 16777217}, map[string]any{"entity": 1 << 40}}
	return odd[choose.IntN(len(odd))]
}
