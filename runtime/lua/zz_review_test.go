package lua

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
)

type zz struct {
	*rand.Rand
	b     strings.Builder
	n     int
	vars  []string
	funcs []string
	d     int
}

func (z *zz) one(l ...string) string { return l[z.IntN(len(l))] }
func (z *zz) f(f string, a ...any)   { fmt.Fprintf(&z.b, f+"\n", a...) }
func (z *zz) v() string {
	if len(z.vars) == 0 || z.IntN(5) == 0 {
		return z.atom()
	}
	return z.vars[z.IntN(len(z.vars))]
}
func (z *zz) num() string {
	return z.one("0", "1", "2", "3", "-1", "-2", "0.5", "-0.5", "1.5", "2.5", "1e10", "-1e10", "0x10", "1e100", "-1e100", "1/3", "2^20", "2^31", "-2^31", "2^63", "1e-5", "1e13", "123456789012", "0.1", "1/0", "-1/0", "3.9999999999999996", "99", "7", "12", "256", "65.7")
}
func (z *zz) str() string {
	return z.one("''", "'a'", "'abc'", "'10'", "'0x1p4'", "' 5 '", "'1e2'", "'-3'", "'\\0b'", "'a\\0b'", "'%d'", "'%'", "'%%'", "'\\255\\128'", "'hello world'", "'a,b,,c'", "'0x'", "'inf'", "'nan'", "'\\n'", "[[\nx]]", "'A'", "'Z_9'", "'  '", "'.'", "'[a]'", "'1 '", "'0x10'", "'é'")
}
func (z *zz) atom() string {
	switch z.IntN(8) {
	case 0, 1, 2:
		return z.num()
	case 3, 4:
		return z.str()
	case 5:
		return z.one("nil", "true", "false")
	case 6:
		return z.one("{}", "{1,2,3}", "{a=1}", "{1,nil}", "{'x','y',z=3}", "{(va())}", "{va()}", "{va(),va()}", "{n=va()}", "{[1]=5,6}", "{6,[1]=5}", "{[2]='two','one'}")
	}
	return z.one("#'abc'", "-'2'", "not nil", "va()", "(va())", "select('#',va())", "...", "(...)")
}
func (z *zz) e(d int) string {
	if d <= 0 {
		return z.v()
	}
	switch z.IntN(16) {
	case 0, 1:
		return "(" + z.e(d-1) + z.one(" + ", " - ", " * ", " / ", " % ", " ^ ") + z.e(d-1) + ")"
	case 2:
		return z.e(d-1) + z.one(" + ", " - ", " * ", " / ", " % ", " ^ ", " .. ", " and ", " or ", " == ", " ~= ") + z.e(d-1) + z.one(" + ", " * ", " % ", " ^ ", " .. ", " and ", " or ", " == ", " < ") + z.e(d-1)
	case 3:
		return "(" + z.e(d-1) + z.one(" < ", " <= ", " > ", " >= ", " == ", " ~= ") + z.e(d-1) + ")"
	case 4:
		return "(" + z.e(d-1) + " .. " + z.e(d-1) + ")"
	case 5:
		return z.one("not ", "- ", "- - ", "not not ", "#") + z.v()
	case 6:
		return "(" + z.e(d-1) + z.one(" and ", " or ") + z.e(d-1) + ")"
	case 7:
		return "(function(...) local a, b = ... return " + z.one("...", "a, b", "b, ...", "select(2, ...)", "(...)", "#{...}", "unpack({...}, 1, select('#', ...))", "a == b", "...,1") + " end)(" + z.e(d-1) + ", " + z.e(d-1) + ")"
	default:
		return z.call(d)
	}
}
func (z *zz) pat() string {
	return z.one("'.'", "'a'", "'%a'", "'(a)(b)'", "'()'", "'%d+'", "'^%s*(.-)%s*$'", "'[^,]*'", "','", "'%w*'", "'x-'", "'%f[%a]'", "'%b()'", "'(.)%1'", "'[%z]'", "'%z'", "'$'", "'^'", "'^$'", "'[]'", "'[a'", "'%'", "'('", "')'", "'%1'", "'[a-]'", "'[^]]'", "'.-b'", "''", "'(()a*())'", "'[%a-z]'", "'%f'", "'%b'", "'%bx'", "'[z-a]'", "'a?b?c?'", "'[\\128-\\255]'", "'%S+'", "'%x%x'", "'%p'", "'%c'", "'%u%l*'", "'%g'", "'((((a))))'", "'^^a'", "'a$b'", "'$$'", "'[$^]'", "'*'", "'**'", "'a**'", "'+'", "'%.'", "'\\0'", "'[\\0]'", "'a\\0'", "'(a*)*'", "'%E'", "'%%'")
}
func (z *zz) call(d int) string {
	a, b, c := z.e(d-1), z.e(d-1), z.e(d-1)
	s := z.one(z.str(), z.str(), "S", a)
	i, j := z.one("0", "1", "2", "-1", "3", "-5", "1.7", "'2'", "100", "-100", "nil", z.num()), z.one("0", "1", "2", "-1", "3", "-5", "'2'", "nil", "1e9", z.num())
	t := z.one("{1,2,3}", "{'a','b'}", "T", "{}", "{5,3,1,4}", "{'x',2,'y'}", "{a=1,2}", a)
	switch z.IntN(34) {
	case 0:
		return "string.sub(" + s + "," + i + "," + j + ")"
	case 1:
		return "string.find(" + s + "," + z.pat() + "," + i + "," + z.one("true", "false", "nil", "1") + ")"
	case 2:
		return "string.match(" + s + "," + z.pat() + z.one("", ","+i) + ")"
	case 3:
		return "string.gsub(" + s + "," + z.pat() + "," + z.one("'%0%0'", "'x'", "'%1'", "'%2'", "'%%'", "'%'", "'%a'", "{a='A',b=false}", "{[1]=2}", "function(...) return "+z.one("...", "nil", "false", "'<'..tostring((...))..'>'", "select('#',...)", "true", "{}")+" end", "5", a) + z.one("", ","+i) + ")"
	case 4:
		return "string.format(" + z.one("'%d'", "'%5d'", "'%-5d|'", "'%05d'", "'%+d'", "'% d'", "'%x'", "'%#x'", "'%X'", "'%o'", "'%c'", "'%e'", "'%.3e'", "'%f'", "'%.0f'", "'%10.2f|'", "'%g'", "'%.3g'", "'%#g'", "'%G'", "'%E'", "'%i'", "'%u'", "'%q'", "'%s'", "'%.2s'", "'%10s|'", "'%-10s|'", "'%%'", "'%5%'", "'%'", "'%z'", "'%.'", "'%100d'", "'%.100f'", "'%0'", "'%#o'", "'%+.3f'", "'%.20s'", "'%.0s'", "'%99d'", "'%5c|'", "'%-5c|'", "'%.3d'", "'%+5.3d'", "'%s%s'", "'%a'", "'%F'", "'%ld'", "'%hd'", "'%.99f'", "'%5.1s|'", "'%#.0f'", "'%#.0e'", "'%.14g'", "'%.17g'", "'%---5d|'", "'%++++++d'", "'%5q'", "'%p'", "'%+s'", "'% s'", "'%05s'", "'%#s'", "'%n'", "5", "'\\0%d\\0'") + "," + z.one(a, z.num(), z.str(), z.num()) + z.one("", ","+b) + ")"
	case 5:
		return "tostring(" + z.one(z.num(), a) + ")"
	case 6:
		return "tonumber(" + z.one(z.str(), z.num(), a) + z.one("", ",10", ",16", ",2", ",36", ",8", ",'16'", ",1", ",37", ",nil", ",10.5") + ")"
	case 7:
		return "table.concat(" + t + z.one("", ",','", ",1", ",nil") + ")"
	case 8:
		return "table.concat(" + t + ",'-'," + i + z.one("", ","+j) + ")"
	case 9:
		return "string.rep(" + s + "," + z.one("0", "1", "3", "-1", "2.7", "'2'", "nil", "10") + ")"
	case 10:
		return "select(" + z.one("'#'", "1", "2", "-1", "-2", "0", "5", "1.9", "'1'", "-3", "nil", "'x'") + "," + a + "," + b + ")"
	case 11:
		return "unpack(" + t + "," + z.one("1", "2", "0", "-1", "nil", "1.5", "'1'") + "," + z.one("1", "2", "3", "5", "nil", "-3", "2.9", "'2'") + ")"
	case 12:
		return "string.byte(" + s + z.one("", ","+z.one("0", "1", "-1", "nil", "5", "2.5", "'2'")+z.one("", ","+z.one("1", "-1", "3", "nil"))) + ")"
	case 13:
		return "string.char(" + z.one("65", "65,66", "0", "255", "256", "-1", "65.9", "'65'", "", "nil", z.num()) + ")"
	case 14:
		return "string." + z.one("len", "lower", "upper", "reverse") + "(" + z.one(s, z.num()) + ")"
	case 15:
		return "math." + z.one("floor", "ceil", "abs", "sqrt", "modf", "frexp", "deg", "rad") + "(" + z.one(z.num(), a, z.str()) + ")"
	case 16:
		return "math." + z.one("max", "min", "fmod", "mod", "ldexp") + "(" + z.one(z.num(), a) + "," + z.one(z.num(), b) + z.one("", ","+c) + ")"
	case 17:
		return "math." + z.one("max", "min") + "(" + z.one(a, z.num()) + ")"
	case 18:
		return "type(" + z.one(a, "va()", "...") + ")"
	case 19:
		return "table.maxn(" + t + ")"
	case 20:
		return "table.getn(" + t + ")"
	case 21:
		return "rm(" + t + z.one("", ","+z.one("1", "2", "0", "-1", "3", "4", "5", "nil", "1.5", "'1'")) + ")"
	case 22:
		return "ins(" + t + "," + z.one("", z.one("1,", "2,", "0,", "4,", "3,", "'2',", "1.9,", "nil,", "10,")) + z.one(a, "va()") + z.one("", "", ",1") + ")"
	case 23:
		return "srt({" + a + "," + b + "," + c + "," + z.one("3,1,2", "'b','a'", "1,'a'", "2,2,2") + "}" + z.one("", ",function(a,b) return a>b end", ",function(a,b) return tostring(a)<tostring(b) end", ",nil", ",function() return error('x') end", ",5") + ")"
	case 24:
		return z.one("(S)", "('x'..S)", "('%d')", "(S)") + ":" + z.one("upper()", "len()", "sub("+i+","+j+")", "rep(2)", "format("+a+")", "byte("+i+")", "find('a')", "gsub('.', '%0%0')", "foo()", "reverse()", "lower()", "match("+z.pat()+")")
	case 25:
		return "gm(" + s + "," + z.pat() + ")"
	case 26:
		return "next(" + z.one("{}", "{1}", "{a=1}", "{1,2},1", "{1,2},2", "{a=1},'a'", "{a=1},'b'", "nil", "{1},nil", "{[1.5]=2}") + ")"
	case 27:
		return "assert(" + a + z.one("", ","+b) + ")"
	case 28:
		return "(" + z.one("T", "{10,20,k=30}", a) + ")[" + z.one("1", "'k'", "'1'", "1.0", "nil", "2^53", "0/0", b) + "]"
	case 29:
		return z.one("T", "U") + "." + z.one("a", "b", "n", "x")
	case 30:
		if len(z.funcs) > 0 {
			return z.funcs[z.IntN(len(z.funcs))] + "(" + z.one("", a, a+","+b, "va()", "...") + ")"
		}
		return "va(" + a + ")"
	case 31:
		return "tbl({" + a + "," + z.one("x="+b, b, "["+z.num()+"]="+b, "["+z.str()+"]="+c) + z.one(",", ";", "") + "})"
	case 32:
		return "ipt(" + t + ")"
	}
	return "string.format('%s|%s'," + a + "," + b + ")"
}
func (z *zz) fresh() string { z.n++; return fmt.Sprintf("l%d", z.n) }
func (z *zz) es() string {
	n := z.IntN(4)
	l := []string{z.e(2)}
	for range n {
		l = append(l, z.e(z.IntN(3)))
	}
	return strings.Join(l, ", ")
}
func (z *zz) block(n int) {
	save, sf := len(z.vars), len(z.funcs)
	z.d++
	for range n {
		z.stat()
	}
	z.d--
	z.vars, z.funcs = z.vars[:save], z.funcs[:sf]
}
func (z *zz) stat() {
	switch k := z.IntN(20); {
	case k < 4:
		z.f("emit(%s)", z.es())
	case k < 6:
		a, b, c := z.fresh(), z.fresh(), z.fresh()
		z.f("local %s, %s, %s = %s", a, b, c, z.es())
		z.vars = append(z.vars, a, b, c)
	case k < 7:
		a := z.fresh()
		z.f("local %s = %s", a, z.e(3))
		z.vars = append(z.vars, a)
	case k < 8 && len(z.vars) > 1:
		z.f("%s, %s = %s", z.vars[z.IntN(len(z.vars))], z.vars[z.IntN(len(z.vars))], z.es())
	case k < 9:
		// evaluation order and multi assignment on tables
		z.f("do local i, t = 1, {} ; i, t[i], t[i+1] = i+1, %s emit(i, t[1], t[2], t[3]) local function q(n) emit('q', n) return n end ; (t)[q(1)], t[q(2)], i = q(3), %s, q(4) emit(t[1], t[2], i) end", z.es(), z.e(1))
	case k < 10:
		z.f("do T[%s] = %s emit(T[1], T[2], T.a, T[%s]) T.a = %s end", z.one("1", "2", "'a'", "nil", "1.5", "'1'", z.e(1)), z.e(1), z.e(0), z.e(1))
	case k < 11 && z.d < 4:
		// closures over loop variables
		i := z.fresh()
		z.f("do local fs = {}")
		z.f("for %s = %s, %s%s do", i, z.one("1", "3", "-1", "0.1", "'1'", "1e300", "10", "2^53"), z.one("3", "1", "0.35", "'2'", "0", "2^53+4", "-2"), z.one("", ", 1", ", -1", ", 0.1", ", 0.5", ", '1'", ", 2", ", 1e-1", ", -0.3"))
		z.f("if %s > 1e15 or #fs > 40 then emit('many') break end", i)
		z.vars = append(z.vars, i)
		z.f("local c = %s", z.one(i, "0", i+"*2"))
		z.f("fs[#fs+1] = function(d) %s c = c .. 'x' if d then %s = 'set' end return c, %s end", z.one("", "emit(c)", "c = #tostring(c)"), i, i)
		z.block(z.IntN(2))
		z.f("%s", z.one("", "if #fs > 1 then break end", i+" = 5", i+" = tostring("+i+")"))
		z.vars = z.vars[:len(z.vars)-1]
		z.f("end")
		z.f("for k, fn in ipairs(fs) do emit(k, fn()) emit(fn(true)) emit(fn()) end end")
	case k < 12 && z.d < 4:
		z.f("do local n, gs = 0, {}")
		z.f("%s", z.one("while n < 4 do", "while not (n >= 3) do", "repeat", "repeat"))
		rep := strings.HasSuffix(z.b.String(), "repeat\n")
		z.f("n = n + 1 local m = n * 10")
		z.f("gs[n] = function() m = m + 1 return m, n end")
		z.block(z.IntN(3))
		z.f("%s", z.one("", "if n == 2 then break end", "if n == 3 then do local x = m break end end"))
		if rep {
			z.f("%s", z.one("until m >= 30", "until n > 2 or gs[n]() > 35", "until (function() return m end)() > 25"))
		} else {
			z.f("end")
		}
		z.f("for i = 1, #gs do emit(gs[i]()) emit(gs[i]()) end end")
	case k < 14 && z.d < 4:
		f := z.fresh()
		z.f("local function %s(%s)", f, z.one("...", "p, ...", "p, q, ..."))
		save := len(z.vars)
		if strings.Contains(z.b.String()[len(z.b.String())-12:], "p") {
			z.vars = append(z.vars, "p")
			z.f("%s", "local p = p")
		}
		z.f("calls = 0")
		z.vars = z.vars[:save]
		z.f("local n = select('#', ...)")
		z.f("budget.n = budget.n - 1 if budget.n < 0 then return n end")
		z.block(1 + z.IntN(3))
		z.f("%s", z.one("return "+z.es(), "return ...", "return n, ...", "do return "+z.e(2)+" end", "", "return (...)", "return select(-1, 9, ...)", "return va(...)"))
		z.f("end")
		z.funcs = append(z.funcs, f)
	case k < 15 && z.d < 4:
		z.f("if %s then", z.e(2))
		z.block(1 + z.IntN(2))
		if z.IntN(2) == 0 {
			z.f("elseif %s then", z.e(2))
			z.block(1)
		}
		if z.IntN(2) == 0 {
			z.f("else")
			z.block(1)
		}
		z.f("end")
	case k < 16:
		z.f("emit(%s, %s)", z.call(2), z.call(2))
	case k < 17:
		z.f("S = tostring(%s) if #S > 200 then S = S:sub(1, 20) end", z.one(z.e(1), z.call(2)))
	case k < 18:
		z.f("do local o = { n = %s, get = function(self, ...) return self.n, ... end, set = function(self, v) self.n = v return self end } emit(o:set(%s):get(%s)) function o.inner(...) return ... end emit(o.inner(%s)) emit((o:get(1, 2))) end", z.e(1), z.e(1), z.es(), z.es())
	default:
		z.f("emit(%s)", z.e(3))
	}
}

func zzProgram(seed uint64) string {
	z := &zz{Rand: rand.New(rand.NewPCG(seed, 99))}
	z.f("local function tx(v) if type(v)=='number' and (v~=v or v==0 or v>=1e14 or v<=-1e14) then return 'odd' end if type(v) == 'table' or type(v) == 'function' then return type(v) end return tostring(v) end")
	z.f("local function va(...) return 1, nil, 'z', ... end")
	z.f("local function rm(t, ...) local r = table.remove(t, ...) local o = {tx(r), #t} for i = 1, 6 do o[#o+1] = tx(t[i]) end return table.concat(o, ' ') end")
	z.f("local function ins(t, ...) table.insert(t, ...) local o = {#t} for i = 1, 7 do o[#o+1] = tx(t[i]) end return table.concat(o, ' ') end")
	z.f("local function srt(t, f) table.sort(t, f) local o = {#t} for i = 1, 7 do o[#o+1] = tx(t[i]) end return table.concat(o, ' ') end")
	z.f("local function gm(s, p) local o = {} for a, b in string.gmatch(s, p) do o[#o+1] = tx(a) .. '/' .. tx(b) if #o > 30 then break end end return table.concat(o, ' ') end")
	z.f("local function tbl(t) local o = {} for k, v in pairs(t) do o[#o+1] = tx(k) .. '=' .. tx(v) end table.sort(o) return table.concat(o, ' ') end")
	z.f("local function ipt(t) local o = {} for k, v in ipairs(t) do o[#o+1] = tx(k) .. '=' .. tx(v) end return table.concat(o, ' ') end")
	z.f("return { use = function(...)")
	z.f("local S, T, U, budget, calls = 'abc', {1,2,a=3}, {n=1}, {n=30}, 0")
	z.block(1 + z.IntN(2))
	z.f("end }")
	// outer '...' in nested non-vararg functions is not compiled: all nested are vararg except methods
	return z.b.String()
}

func TestZZDiff(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("ZZN"))
	from, _ := strconv.Atoi(os.Getenv("ZZFROM"))
	var src []string
	for i := range n {
		src = append(src, zzProgram(uint64(from+i)))
	}
	theirs := onPUC(t, src)
	refusedBoth, refusedUs, endless, failed, wrong := 0, 0, 0, 0, 0
	why := map[string]int{}
	for i, s := range src {
		th := theirs[i]
		us := here(t, s)
		switch {
		case us.refused && th.refused:
			refusedBoth++
			continue
		case us.refused:
			refusedUs++
			k := us.why
			if x := strings.Index(k, "error: "); x >= 0 {
				k = k[x:]
			}
			k = strings.Split(k, "\n")[0]
			why[k]++
			continue
		case us.endless || th.endless:
			endless++
			continue
		}
		if th.failed {
			failed++
		}
		th.why = us.why
		if us != th && !strings.Contains(th.text, "\\04314") && !strings.Contains(th.text, "\\04315")&& !strings.Contains(th.text, "\\04316")&& !strings.Contains(th.text, "\\04318") && !strings.Contains(s, "ldexp") && !strings.Contains(th.text, "table\\058 0x") && !strings.Contains(th.text, "function\\058 ") && !strings.Contains(us.why, "900719925474099") && !strings.Contains(us.why, "1e+100") && !strings.Contains(us.why, "9223372036854775808") && !strings.Contains(us.why, "whole number")&& !strings.Contains(us.why, "not inf")&& !strings.Contains(us.why, "not -inf")&& !strings.Contains(us.why, "not nan")&& !strings.Contains(us.why, "not -1e+100") {
			if strings.Contains(us.why, "longer than") || strings.Contains(us.why, "gives at most") {
				continue
			}
			wrong++
			if wrong <= 60 {
				d := difference(us, th)
				lines := strings.Split(s, "\n")
				at := ""
				var ln int
				fmt.Sscanf(us.why, "x.lua:%d", &ln)
				if ln > 0 {
					at = lines[ln-1]
				}
				t.Logf("seed %d\n%s\nLINE %s", from+i, d, at)
				os.WriteFile(fmt.Sprintf("/tmp/zz/%d.lua", from+i), []byte(s), 0o644)
			}
		}
	}
	t.Logf("n %d refusedBoth %d refusedUs %d endless %d failed %d wrong %d", n, refusedBoth, refusedUs, endless, failed, wrong)
	for k, v := range why {
		if v > 0 {
			t.Log(v, k)
		}
	}
}
