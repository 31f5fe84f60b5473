package lua

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"sleight/runtime/content/def"
)

// TestPhrasesAreBounded checks that phrases are dropped when there are too
// many, those in use last, and that long texts are not recorded at all.
func TestPhrasesAreBounded(t *testing.T) {
	var p Phrases
	p.note("in use", Phrase{})
	for i := range 5 * maxPhrases {
		p.note(strconv.Itoa(i), Phrase{})
		if _, ok := p.Of("in use"); !ok {
			t.Fatalf("a phrase in use is forgotten after %d others", i+1)
		}
	}
	if _, ok := p.Of("0"); ok {
		t.Error("a phrase that nobody needs is remembered for ever")
	}
	if n := len(p.recent) + len(p.earlier); n > 2*maxPhrases {
		t.Errorf("%d phrases are remembered", n)
	}
	long := strings.Repeat("x", maxPhraseLen+1)
	p.note(long, Phrase{})
	if _, ok := p.Of(long); ok {
		t.Error("a long text is remembered")
	}
}

// TestListsAreNotPhrases checks that concatenating many values records no
// phrase, however short the resulting text is.
func TestListsAreNotPhrases(t *testing.T) {
	v := vm(t)
	v.Phrases = &Phrases{}
	for n, want := range map[int]bool{maxParts: true, maxParts + 1: false, 100_000: false} {
		w := v.phraseWriter()
		for range n {
			w.value("")
		}
		w.value("end") // the last of n + 1 values
		if got := len(w.phrase.Values); got > maxParts+1 {
			t.Errorf("%d of %d values are kept", got, n)
		}
		w = v.phraseWriter()
		for range n {
			w.value("x")
		}
		text := strings.Repeat("x", min(n, 100)) + strconv.Itoa(n)
		w.done(Text(text))
		if _, ok := v.Phrases.Of(text); ok != want {
			t.Errorf("a phrase of %d values: remembered is %v, expected %v", n, ok, want)
		}
	}
}

// TestPhrasesAreRecorded compares how the texts that scripts compose are recorded,
// as fixed words with values between them, which may be phrases as well.
func TestPhrasesAreRecorded(t *testing.T) {
	replay(t, "testdata/phrases.txt", func(source string) string {
		p, problems := Compile(&def.Script{File: "x.lua", Source: "return { use = function(n, word)\n" + source + "\nend }"}, surface, modules{})
		if p == nil {
			t.Fatal(source, problems)
		}
		v := vm(t)
		v.Phrases = &Phrases{}
		i, problem := v.Load(p)
		if problem != nil {
			t.Fatal(source, problem)
		}
		var out strings.Builder
		var say func(text, indent string)
		say = func(text, indent string) {
			phrase, ok := v.Phrases.Of(text)
			if !ok {
				fmt.Fprintf(&out, "%s%q\n", indent, text)
				return
			}
			fmt.Fprintf(&out, "%s%q is %q around\n", indent, text, phrase.Fixed)
			for _, value := range phrase.Values {
				say(value, indent+"  ")
			}
		}
		if problem := v.Protect(10_000, func() { say(v.Call(i.Hook("use"), Num(3), Name("gold")).String(), "  ") }); problem != nil {
			t.Error(source, problem)
		}
		if len(v.Phrases.recent) > 20 {
			t.Errorf("%s: %d phrases", source, len(v.Phrases.recent))
		}
		return out.String()
	})
}
