package repl

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// typed returns the keys read from a terminal's input, read at once or byte by
// byte.
func typed(t *testing.T, sent string, slowly bool) []string {
	t.Helper()
	in := io.Reader(strings.NewReader(sent))
	if slowly {
		in = iotest.OneByteReader(in)
	}
	k := &keys{in: in, more: func() bool { return slowly }}
	var out []string
	var buf [256]byte
	for {
		n, err := k.Read(buf[:])
		if err == io.EOF {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, string(buf[:n]))
	}
}

const (
	interrupt, leave, escape = string(interruptKey), string(leaveKey), string(escapeKey)
	up, left, home, end      = "\x1b[A", "\x1b[D", "\x1b[H", "\x1b[F"
)

// Any terminal input is read one key after another. No key is lost, and none is
// one that the line editor cannot handle.
func TestKeys(t *testing.T) {
	for _, c := range []struct {
		sent string
		keys string // separated by bars
	}{
		{"", ""},
		{"ab", "a|b"},
		{"é🎲", "é|🎲"},
		{"a\rb\nc\r\nd", "a|\r|b|\r|c|\r|d"},
		{"\n\n", "\r|\r"},
		{"\x03\x04", interrupt + "|" + leave},
		{"a\x1b[Ab", "a|" + up + "|b"},
		{"\x1bOA\x1bOH\x1b[1~\x1b[7~\x1b[4~", up + "|" + home + "|" + home + "|" + home + "|" + end},
		{"\x1b[1;5D\x1bb\x1b[1;5C\x1b\x7f", "\x1b[1;3D|\x1b[1;3D|\x1b[1;3C|\x17"},
		{"\x1b[200~pasted\x1b[201~", "p|a|s|t|e|d"},
		{"\x1b[5;40R\x1b[15~\x1b[Zx", "x"},
		{"\x1bé1", "1"},
		{"\xffa\xc3\x28", "a|("},
		{"\uFFFD\uE003\uE01Bx", "x"},
		{"\x00\t\x01", "\x00|\t|\x01"},
		{"\x1b\x1b[A", escape + "|" + up},
	} {
		var want []string
		if c.keys != "" {
			want = strings.Split(c.keys, "|")
		}
		for _, slowly := range []bool{false, true} {
			if got := typed(t, c.sent, slowly); strings.Join(got, "|") != strings.Join(want, "|") {
				t.Errorf("%q, slowly %t: %q, expected %q", c.sent, slowly, got, want)
			}
		}
	}
}

// TestEscapeAloneIsAKey checks that Esc alone is a key; an
// incomplete sequence is not.
func TestEscapeAloneIsAKey(t *testing.T) {
	for sent, want := range map[string]string{"\x1b": escape, "a\x1b": "a|" + escape, "\x1b[": "", "\x1bO": "", "\x1b[1;": ""} {
		if got := strings.Join(typed(t, sent, false), "|"); got != want {
			t.Errorf("%q: %q, expected %q", sent, got, want)
		}
	}
}

// FuzzKeys checks that no input makes the reader fail, hang or return what the
// line editor cannot read.
func FuzzKeys(f *testing.F) {
	f.Add("a\x1b[A\x1b\xff\r\n\x03")
	f.Fuzz(func(t *testing.T, sent string) {
		for _, slowly := range []bool{false, true} {
			for _, key := range typed(t, sent, slowly) {
				if key == "" || strings.ContainsRune(key, '\uFFFD') {
					t.Fatalf("%q gives the key %q", sent, key)
				}
			}
		}
	})
}
