package load

import (
	"strings"
	"testing"
)

// TestOnlyTheManifestOfOtherPacksIsRead disables a pack that cannot be read: a
// workspace reads only what it enables, unless it decides about the rest.
func TestOnlyTheManifestOfOtherPacksIsRead(t *testing.T) {
	files := func(workspace string) map[string]string {
		return with("sleight.yaml", "kind: workspace\nformat: 1\ndisabled: [mod]\n"+workspace,
			"content/mod/pack.yaml", saying("mod", ""), "content/mod/ring.yaml", "kind: relic\nid: ring\nname: Ring\n",
			"content/mod/torn.yaml", "kind: [")
	}
	l := NewLoader(Root{FS: newWorkspace(files(""))})
	if catalog, problems := l.Load(); catalog == nil || len(problems) > 0 {
		t.Fatal(problems)
	}
	l.mutex.Lock()
	for name := range l.files {
		if strings.HasPrefix(name, "content/mod/") && name != "content/mod/pack.yaml" {
			t.Errorf("%s was read, and its pack is disabled", name)
		}
	}
	l.mutex.Unlock()
	_, problems := loadMap(files("settle: {relic/ring.name: base}\n"))
	if len(problems) != 1 || !strings.Contains(problems.Error(), "no pack changes relic/ring.name") {
		t.Errorf("what a disabled pack has is not known: %v", problems)
	}
}
