package load

import (
	"testing"

	"sleight/runtime/content/def"
)

// TestOnceReadsTheSame checks that content that is checked once has the same definitions
// at the same places, and that their tests take less memory: the values in them are made
// anew each time.
func TestOnceReadsTheSame(t *testing.T) {
	files := shelf(t)
	load := func(once bool) *def.Catalog {
		l := NewLoader(Root{Name: "", FS: files})
		if once {
			l.CheckOnly()
		}
		catalog, problems := l.Load()
		if catalog == nil {
			t.Fatal(problems)
		}
		return catalog
	}
	want, got := load(false).All(), load(true).All()
	if len(want) != len(got) {
		t.Fatalf("%d definitions have become %d", len(want), len(got))
	}
	packed := 0
	for i, d := range got {
		if !def.Equal(d.Data, want[i].Data) || d.Place != want[i].Place || d.Digest != "" || want[i].Digest == "" {
			t.Errorf("%s differs, or has a digest", d.Key())
		}
		tests, before := d.Data.All("tests"), want[i].Data.All("tests")
		for k, test := range tests {
			if test.Place() != before[k].Place() {
				t.Errorf("%s: test %d is at %v, and was at %v", d.Key(), k+1, test.Place(), before[k].Place())
			}
		}
		if len(tests) > 0 && tests[0] != d.Data.All("tests")[0] {
			packed++
		}
	}
	if packed < 30 {
		t.Errorf("only %d definitions have packed tests", packed)
	}
}
