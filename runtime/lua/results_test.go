package lua

import "testing"

// TestEdgesOfTheLibrary checks results that are easy to get wrong by one, each as
// PUC Lua 5.1 gives it.
func TestEdgesOfTheLibrary(t *testing.T) {
	for source, want := range map[string]string{
		"local all = { (function() return 1, 2, 3 end)() } for i, v, more in ipairs(all) do return type(more) end":                                                                                         "nil",
		"return select('#', table.foreach({ 7 }, function(k, v) return k, v end))":                                                                                                                         "1",
		"return select('#', table.foreachi({ 7 }, function(k, v) return k, v end))":                                                                                                                        "1",
		"return string.format('%x %d', -2 ^ 63, -2 ^ 63)":                                                                                                                                                  "8000000000000000 -9223372036854775808",
		"local out = '' for word in string.gmatch('ab', '%a*') do out = out .. '<' .. word .. '>' end return out":                                                                                          "<ab><>",
		"local out = '' for word in string.gmatch('', '') do out = out .. '<' .. word .. '>' end return out":                                                                                               "<>",
		"local list = { 1 } local k = 1 list[k] = 5 k = 2 list[k] = 6 k = 0 list[k] = 4 return #list .. list[0] .. list[1] .. list[2]":                                                                     "2456",
		"local list = { 1, 2 } local k = 1.5 list[k] = 9 return list[1] .. list[2] .. list[1.5]":                                                                                                           "129",
		"local out = {} local made = { a = { } } function made.a.b(x) return x end function made.a:c(x) return self == made.a and x end out[1] = made.a.b(1) out[2] = made.a:c(2) return out[1] .. out[2]": "12",
	} {
		if got, problem := run(t, vm(t), compile(t, "return { use = function() "+source+" end }")); problem != nil || got != want {
			t.Errorf("%s: %q, want %q (%v)", source, got, want, problem)
		}
	}
}
