package lua

import (
	"math"
	"testing"
)

// showing defines show, which joins values.
const showing = `
local function show(...)
  local out = {}
  for i = 1, select("#", ...) do out[i] = tostring((select(i, ...))) end
  return table.concat(out, " ")
end
`

// TestLocalsThatHoldNumbers checks that a local is treated as a number only as
// long as it cannot hold anything else.
func TestLocalsThatHoldNumbers(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"local n = 1 n = n + 1 return n", "2"},
		{"local n = '3' + 1 n = n - 1 return n, type(n)", "3 number"},
		{"local n = 1 n = '2' return n, type(n), n + 1, n < '3'", "2 string 3 true"},
		{"local n = 1 n = nil return n == nil, n == 1", "true false"},
		{"local n, m = 1 return n, m == nil", "1 true"},
		{"local n, m = 1, 2 n, m = m, n return n, m", "2 1"},
		{"local n, m = 1, 2 n, m = m return n, m == nil", "2 true"},
		{"local a = 1 local b = a local c = b a = 'x' return a, b, c", "x 1 1"},
		{"local a, b, c = 1, 2, 3 for i = 1, 3 do a = b b = c c = 'x' end return a, b, c", "x x x"},
		{"local n = 1 local f = function() n = 'x' end f() return n", "x"},
		{"local function n() return 1 end n = 5 return n", "5"},
		{"local n = 1 function n() return 7 end return type(n)", "function"},
		{"local s = 0 for i = 3, 1, -1 do i = i * 2 s = s + i end return s", "12"},
		{"local s = '' for i = 1, 3 do if i == 2 then i = 'two' end s = s .. i end return s", "1two3"},
		{"local s = '' for i = 1, 2 do s = s .. i local i = 'x' i = i .. i s = s .. i end return s", "1xx2xx"},
		{"local n = 0 / 0 return n == n, n ~= n, n < 1, n >= 1, n == 1, n ~= 1", "false true false false false true"},
		{"local n = -1 * 0 return 1 / n, n == 0, 1 / (n + 0)", "-inf true inf"},
		{"local n, by = 7, 3 return n % by, -n % by, n % -by, n % 0.5, n / by > 2, n ^ 2, -n", "1 2 -2 0 true 49 -7"},
		{"local n = #'abc' n = n + #'de' return n * 2, n <= 5, n > 5, n >= 5, n ~= 5, n == 5", "10 true false true false true"},
		{"local n = 1 / 0 return n > 1e308, n >= 1e308, n == 1e308, n < 1e308, n ~= 1e308, not (n <= 1e308)", "true true false false true true"},
		{"local n, m = 0 / 0, 1 if n < 1 or n >= 1 or 1 > m or n == 1 then m = 2 elseif not (n < 1) and n ~= 1 and m == 1 then m = 3 end return m", "3"},
		{"local n, m = -1 * 0, 1 if n == 0 and not (n ~= 0) and n >= 0 and n <= 0 then m = 2 end if n < 0 or n > 0 then m = 3 end return m", "2"},
		{"local n, m = 5, 0 while n > 2 do n = n - 1 m = m + n end repeat n = n + 1 until not (n < 6) return n, m, n <= 6, not (n > 6)", "6 9 true true"},
		{"local n, m = 1, 2 return n < m, n <= m, n > m, n >= m, n == m, n ~= m", "true true false false false true"},
	} {
		p := compile(t, showing+"return { use = function() return show((function() "+c.source+" end)()) end }")
		if got, problem := run(t, vm(t), p); got != c.want || problem != nil {
			t.Errorf("%s gives %s, not %s %v", c.source, got, c.want, problem)
		}
	}
}

// TestModuloOfWholeNumbers checks that the remainder of whole numbers is exact,
// however large they are.
func TestModuloOfWholeNumbers(t *testing.T) {
	whole := []int64{1, 2, 3, 7, 10, 1 << 31, 1<<51 - 1, 1 << 51, 1<<52 - 1, 1 << 52, 1<<52 + 1, 1<<53 - 1}
	for _, a := range whole {
		for _, b := range whole {
			for d := range int64(3) {
				if got := modulo(float64(a-d), float64(b)); a > d && got != float64((a-d)%b) {
					t.Errorf("%d %% %d gives %v", a-d, b, got)
				}
			}
		}
	}
	if got := modulo(5.5, math.SmallestNonzeroFloat64); got != got || got > 5.5 {
		t.Errorf("the remainder of a tiny number is %v", got)
	}
}
