package lua

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"sleight/runtime/content/def"
)

// TestTemplatesAreBounded checks that templates are dropped when there are too
// many, those in use last, and that long texts are not recorded at all.
func TestTemplatesAreBounded(t *testing.T) {
	var p TextTemplates
	p.record("in use", TextTemplate{})
	for i := range 5 * maxTemplates {
		p.record(strconv.Itoa(i), TextTemplate{})
		if _, ok := p.Of("in use"); !ok {
			t.Fatalf("a template in use is forgotten after %d others", i+1)
		}
	}
	if _, ok := p.Of("0"); ok {
		t.Error("a template that nobody needs is remembered for ever")
	}
	if n := len(p.recent) + len(p.earlier); n > 2*maxTemplates {
		t.Errorf("%d templates are remembered", n)
	}
	long := strings.Repeat("x", maxTemplateLen+1)
	p.record(long, TextTemplate{})
	if _, ok := p.Of(long); ok {
		t.Error("a long text is remembered")
	}
}

// TestListsAreNotTemplates checks that concatenating many values records no
// template, however short the resulting text is.
func TestListsAreNotTemplates(t *testing.T) {
	v := vm(t)
	v.TextTemplates = &TextTemplates{}
	for n, want := range map[int]bool{maxParts: true, maxParts + 1: false, 100_000: false} {
		w := v.templateWriter()
		for range n {
			w.value("")
		}
		w.value("end") // the last of n + 1 values
		if got := len(w.template.Values); got > maxParts+1 {
			t.Errorf("%d of %d values are kept", got, n)
		}
		w = v.templateWriter()
		for range n {
			w.value("x")
		}
		text := strings.Repeat("x", min(n, 100)) + strconv.Itoa(n)
		w.done(Text(text))
		if _, ok := v.TextTemplates.Of(text); ok != want {
			t.Errorf("a template of %d values: remembered is %v, expected %v", n, ok, want)
		}
	}
}

// TestTemplatesAreRecorded compares how the texts that scripts compose are recorded,
// as fixed words with values between them, which may be templates as well.
func TestTemplatesAreRecorded(t *testing.T) {
	replay(t, "testdata/text_templates.txt", func(source string) string {
		p, problems := Compile(&def.Script{File: "x.lua", Source: "return { use = function(n, word)\n" + source + "\nend }"}, surface, modules{})
		if p == nil {
			t.Fatal(source, problems)
		}
		v := vm(t)
		v.TextTemplates = &TextTemplates{}
		i, problem := v.Load(p)
		if problem != nil {
			t.Fatal(source, problem)
		}
		var out strings.Builder
		var say func(text, indent string)
		say = func(text, indent string) {
			template, ok := v.TextTemplates.Of(text)
			if !ok {
				fmt.Fprintf(&out, "%s%q\n", indent, text)
				return
			}
			fmt.Fprintf(&out, "%s%q is %q around\n", indent, text, template.Fixed)
			for _, value := range template.Values {
				say(value, indent+"  ")
			}
		}
		if problem := v.Protect(10_000, func() { say(v.Call(i.Hook("use"), Num(3), Name("gold")).String(), "  ") }); problem != nil {
			t.Error(source, problem)
		}
		if len(v.TextTemplates.recent) > 20 {
			t.Errorf("%s: %d templates", source, len(v.TextTemplates.recent))
		}
		return out.String()
	})
}
