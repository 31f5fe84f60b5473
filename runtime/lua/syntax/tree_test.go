package syntax

import (
	"io/fs"
	"os"
	"path"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/gopher-lua/parse"
)

// TestTreesMatchGopherLua checks that parser reads every shipped script and every
// expression that looks like one in content, and gives the same trees as
// gopher-lua's parser.
func TestTreesMatchGopherLua(t *testing.T) {
	read, left := 0, 0
	for _, root := range []string{"../../../scripts", "../../../content", "../../../tests", "../testdata"} {
		err := fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := os.ReadFile(path.Join(root, name))
			switch path.Ext(name) {
			case ".lua":
				if sameTree(t, name, string(text), "") {
					read++
				} else if root == "../../../scripts" {
					t.Errorf("%s is left to gopher-lua", name)
				}
			case ".yaml":
				for _, m := range expressionIn.FindAllStringSubmatch(string(text), -1) {
					if sameTree(t, name, strings.Trim(m[1], `"'`), "return ") {
						read++
					} else {
						left++
					}
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if read < 300 || left > read/10 {
		t.Errorf("%d texts are read, and %d left to gopher-lua", read, left)
	}
}

var expressionIn = regexp.MustCompile(`(?m): ['"]?=(.*)$`)

// sameTree reports whether parser reads a text, and compares the tree.
func sameTree(t *testing.T, name, text, prefix string) bool {
	t.Helper()
	s := &Source{Text: text, File: "x.lua"}
	if s.Scan() != nil || s.blocks() != nil || s.ambiguities() != nil {
		return false
	}
	got, ok := s.Tree(prefix != "")
	if !ok {
		return false
	}
	want, err := parse.Parse(strings.NewReader(prefix+text+"\n"), "x.lua")
	if err != nil {
		t.Errorf("%s: gopher-lua refuses %q: %v", name, text, err)
	} else if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %q is read as\n%swhich should be\n%s", name, text, parse.Dump(got), parse.Dump(want))
	}
	return true
}

// The texts include trees that are easily built wrongly, and texts that
// gopher-lua's parser refuses.
func TestSmallTreesMatchGopherLua(t *testing.T) {
	for _, text := range treeTexts {
		sameTree(t, "text", text, "")
		sameTree(t, "text", text, "return ")
	}
}

var treeTexts = []string{
	"", ";", ";;", "return", "return;", "return 1,\n2;", "return;;", "break", "do break; end", "return 1 return 2", "x", "x = 1", "x, y.z = 1, 2", "(x) = 1", "(x).y = 1", "f() = 1",
	"x, (y) = 1", "x,\nf().y = 1", "(f())", "((f()))", "(\nf()\n)", "local x = (\n(f())\n)", "local x = (...)", "local x = (\n...\n)", "local x = (\na\n).b\n.c", "a.b\n.c:d\n(1)", "f\n(x)", "f()\n(x)", "f(x\n)(y)",
	"f 'x'", "f{1}{2}", "f.g:h 'x' {y = 1}", "f:g", "f:g()", "f'\\n\\065\\q'", "f[[x]]", "f[==[\nx]==]", "x = 'a\\'b\\\"\\\\\\t'", "x = 007", "x = 0x1F", "x = .5 + 1e-5 + 1.", "x = 1 .. 2", "x = a..b",
	"x = 2^-3^2", "x = -x^2*3", "x = not a == b", "x = #t-1", "x = - - -x", "x = not not x", "x = a .. b .. c + d .. e", "x = a or b and c < d .. e + f * -g ^ h", "x = a < b < c == d", "x = 1 - 2 - 3", "x = 1 + 2 .. 3", "x = a and b or c",
	"x = -\na\n+\nb", "x = {}", "x = {1, 2; 3,}", "x = {a = 1, [2] = 3, b\n= c, c == d, [f()] = {}}", "x = {,}", "x = {a b}", "x = {[1] 2}", "x = function(...) return ... end", "x = function(a, ...) end", "x = function(..., a) end", "x = function(a,) end", "x = function()\n\nend",
	"local x", "local x, y", "local x, y = 1", "local function f(a, b) return a end", "local x.y = 1", "function f() end", "function a.b.c(x) end", "function a.b:c(x)\nend", "function a:b.c() end", "function (x) end",
	"if a then b() end", "if a then elseif b then c() elseif\nd then else e() end", "if a then else", "while a do b() end", "repeat local x until x\n> 1", "for i = 1, 2 do end", "for i = 1, 2, 3 do f(i) end", "for k, v in pairs(t) do end", "for k in a, b, c do\nend", "for i = 1 do end", "for a.b = 1, 2 do end", "for in x do end",
	"x = nil", "x = true and false", "f(nil, true, ...)", "nil()", "x = then", "end", "f(", "f)", "x = f(a,)", "x = (a", "x = a[", "x = a.", "x = a.1", "a.b", "local x = a.b", "'x'()", "{}", "('x'):len()", "x = ('x'):len()", "x = 1 2", "x = 1 y = 2", "f() g() h.i()", "f();(g or h)()", "do f() end (g)()", "function f(a)\n(g or h)() end", "return f(x)(y).z[1]:k(2)", "not a", "-a", "x\ny()", "...", "f(...)\n{1}",
	"-- a comment\nf() -- another\n--[[ and\none ]] g()\r\nh()\n\ri()\rj()",
}

// FuzzTree checks that parser gives gopher-lua's tree for all texts it accepts.
func FuzzTree(f *testing.F) {
	for _, text := range treeTexts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		sameTree(t, "text", text, "")
		sameTree(t, "text", text, "return ")
	})
}
