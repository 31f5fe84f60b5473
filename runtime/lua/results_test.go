package lua

import (
	"testing"

	"sleight/runtime/diag"
)

// TestEdgesOfTheLibrary checks results that are easy to get wrong by one, each as
// PUC Lua 5.1 gives it.
func TestEdgesOfTheLibrary(t *testing.T) {
	for source, want := range map[string]string{
		"local all = { (function() return 1, 2, 3 end)() } for i, v, more in ipairs(all) do return type(more) end":                                                                                                "nil",
		"return select('#', table.foreach({ 7 }, function(k, v) return k, v end))":                                                                                                                                "1",
		"return select('#', table.foreachi({ 7 }, function(k, v) return k, v end))":                                                                                                                               "1",
		"return string.format('%x %d', -2 ^ 63, -2 ^ 63)":                                                                                                                                                         "8000000000000000 -9223372036854775808",
		"local out = '' for word in string.gmatch('ab', '%a*') do out = out .. '<' .. word .. '>' end return out":                                                                                                 "<ab><>",
		"local out = '' for word in string.gmatch('', '') do out = out .. '<' .. word .. '>' end return out":                                                                                                      "<>",
		"local list = { 1 } local k = 1 list[k] = 5 k = 2 list[k] = 6 k = 0 list[k] = 4 return #list .. list[0] .. list[1] .. list[2]":                                                                            "2456",
		"local list = { 1, 2 } local k = 1.5 list[k] = 9 return list[1] .. list[2] .. list[1.5]":                                                                                                                  "129",
		"local out = {} local made = { a = { } } function made.a.b(x) return x end function made.a:c(x) return self == made.a and x end out[1] = made.a.b(1) out[2] = made.a:c(2) return out[1] .. out[2]":        "12",
		"local a, b = {}, {} local t = a local function f() t = b return 1 end t.x, t = f(), b return a.x":                                                                                                        "1",
		"local t, k = {}, 'k' local function f() k = 'j' return 1 end t[k], k = f(), 'z' return tostring(t.k) .. tostring(t.j)":                                                                                   "1nil",
		"local step = ipairs({}) for i, v in step, { 7, 8, 9 }, '1' do return i .. v end":                                                                                                                         "28",
		"local step = ipairs({}) local out = '' for _, from in ipairs({ -5, -0.5, 0.9, 2, 3, 2 ^ 40 }) do for i, v in step, { 7, 8, 9 }, from do out = out .. i .. v .. ' ' end out = out .. '; ' end return out": "; 17 28 39 ; 17 28 39 ; 39 ; ; ; ",
		"local z = 0 return 1 / math.min(z, -z) .. ' ' .. 1 / math.max(-z, z) .. ' ' .. 1 / math.min(-z, z) .. ' ' .. 1 / math.max(z, -z)":                                                                        "inf -inf -inf inf",
		"local t = { 1, nil, 3 } table.sort(t, function(a, b) return (a or 9) < (b or 9) end) table.insert(t, 5) return #t .. t[2] .. t[3]":                                                                       "335",
		"local z = 0 local t = { -z } return tostring(t[1] == 0) .. tostring(t[1] ~= 0) .. tostring(t[1] == 1) .. tostring(t[1] ~= 1)":                                                                            "truefalsefalsetrue",
		"local t = { 1, 2 } local function f() t = { 8, 9 } return 1 end return t[f()]":                                                                                                                           "8",
		"local k = 'a' local function f() k = 'b' return 1 end local t = { [k] = f() } return tostring(t.a) .. tostring(t.b)":                                                                                     "nil1",
		"return string.format('%#.0o|%#o|%#.0o|%#.3o', 0, 0, 8, 8)":                                                                                                                                               "0|0|010|010",
		"return string.upper('`az{@AZ[') .. string.lower('`az{@AZ[')":                                                                                                                                             "`AZ{@AZ[`az{@az[",
		"local fs = {} for i, v in ipairs({ 7, 8 }) do fs[#fs + 1] = function() return i end end return fs[1]() .. fs[2]()":                                                                                       "12",
		"local fs = {} for i, v in ipairs({ 7, 8 }) do fs[#fs + 1] = function() return v end end return fs[1]() .. fs[2]()":                                                                                       "78",
		"local fs = {} for k, v in pairs({ 7, 8 }) do fs[#fs + 1] = function() k = k + 1 return k end end return fs[1]() .. fs[2]() .. fs[1]()":                                                                   "233",
		"return string.format('%x %u %o', 2 ^ 63, 2 ^ 63 + 2048, 2 ^ 64 - 2048)":                                                                                                                                  "8000000000000000 9223372036854777856 1777777777777777774000",
		"local t = { [true] = 1 } local b, t2 = not nil, {} t[t2] = 2 t[2.5] = 3 return t[b] .. t[t2] .. t[5 / 2] .. tostring(t[not b])":                                                                          "123nil",
		"return #string.format('%s', string.rep('x', 98) .. '\\0y')":                                                                                                                                              "100",
		"return #string.format('%s', string.rep('x', 97) .. '\\0y')":                                                                                                                                              "97",
		"return #string.format('%s', string.rep('x', 100) .. '\\0y')":                                                                                                                                             "102",
		"return #string.format('%.99s', string.rep('x', 100) .. '\\0y')":                                                                                                                                          "99",
		"local n, m = 1, 5 n = m + 1 m = n - 1 n = n - 1.5 return n .. ' ' .. m":                                                                                                                                  "4.5 5",
	} {
		if got, problem := run(t, vm(t), compile(t, "return { use = function() "+source+" end }")); problem != nil || got != want {
			t.Errorf("%s: %q, want %q (%v)", source, got, want, problem)
		}
	}
}

// TestProblemsOfOperandsInWords checks how messages write the operands that they
// are about.
func TestProblemsOfOperandsInWords(t *testing.T) {
	for source, want := range map[string]string{
		"local a = {} return a + 'x'":                                                 "cannot use a table as a number",
		"local a = nil return a * 1":                                                  "cannot apply * to nil and a number",
		"local a, b = {}, 'x' return a < b":                                           "cannot compare a table with the text \"x\": both must be numbers or both texts",
		"local n = 2 ^ 60 return string.sub('abc', n)":                                "string.sub needs a whole number as argument 2, not 1152921504606846976",
		"local n = -2 ^ 60 return string.sub('abc', n)":                               "string.sub needs a whole number as argument 2, not -1152921504606846976",
		"local n = 2 ^ 53 return string.sub('abc', n)":                                "",
		"local n = -2 ^ 53 return string.sub('abc', n)":                               "",
		"return string.format('%d', -2 ^ 70)":                                         "string.format needs a number of at most 64 bits as argument 2, not -1.1805916207174e+21",
		"return string.format('%d', 2 ^ 64)":                                          "string.format needs a number of at most 64 bits as argument 2, not 1.844674407371e+19",
		"return string.gsub(string.rep('x', 4000), 'x', '%%%%%%')":                    "a text of 4097 bytes is longer than the 4096 that scripts may make",
		"return string.gsub(string.rep('x', 4000), 'x', function() return 12345 end)": "a text of 4100 bytes is longer than the 4096 that scripts may make",
		"return string.gsub(string.rep('x', 4000), 'x', '12345')":                     "a text of 4097 bytes is longer than the 4096 that scripts may make",
		"local n = 0 / 0 return string.sub('abc', n, n)":                              "string.sub needs a whole number as argument 2, not nan",
	} {
		got := ""
		if _, problem := run(t, vm(t), compile(t, "return { use = function() "+source+" end }")); problem != nil {
			got = problem.Message.String()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", source, got, want)
		}
	}
}

// TestAFaultOfTheEngineBreaksTheVM checks that a VM whose API function has
// panicked reports that it cannot be trusted, and one whose script failed does
// not.
func TestAFaultOfTheEngineBreaksTheVM(t *testing.T) {
	v := vm(t)
	v.Protect(DefaultFuel, func() { v.Fail(diag.New("game/zone", diag.Place{}, "no room")) })
	if v.Broken() {
		t.Error("a failure breaks the VM")
	}
	problem := v.Protect(DefaultFuel, func() { panic("boom") })
	if !v.Broken() || problem == nil || problem.Code != "engine/internal" {
		t.Errorf("a panic leaves the VM whole: %v", problem)
	}
}
