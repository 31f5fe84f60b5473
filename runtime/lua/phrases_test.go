package lua

import (
	"strconv"
	"strings"
	"testing"
)

// TestPhrasesAreBounded checks that phrases are forgotten when there are too
// many, those in use last, and that long texts are not remembered at all.
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
