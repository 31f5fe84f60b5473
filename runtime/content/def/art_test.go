package def

import (
	"strings"
	"testing"

	"sleight/runtime/content/picture"
)

// TestPicturesComeFromThePackThatNamesThem checks the packs in which the picture of
// a key is looked up, and which picture is found.
func TestPicturesComeFromThePackThatNamesThem(t *testing.T) {
	d := &Definition{
		Pack: "own", Kind: "card", ID: "ace", Bases: []string{"base:card/any", "gone:card/old"},
		Changes: []Change{{Path: "art", Pack: "first"}, {Path: "look", Pack: "second"}, {Path: "look.art", Pack: "third"}, {Path: "lo", Pack: "other"}},
	}
	for key, want := range map[string]string{
		"art": "first own base gone", "look.art": "third second own base gone", "look": "second own base gone", "looks.art": "own base gone", "lo.x": "other own base gone",
	} {
		if got := strings.Join(d.ArtPacks(key), " "); got != want {
			t.Errorf("%s: %s, want %s", key, got, want)
		}
	}
	made := map[*picture.Picture]string{nil: "none"}
	pack := func(id string, names ...string) *Pack {
		p := &Pack{ID: id, Pictures: map[string]*picture.Picture{}}
		for _, name := range names {
			p.Pictures[name] = new(picture.Picture)
			made[p.Pictures[name]] = id + "/" + name
		}
		return p
	}
	c := NewCatalog([]*Pack{pack("own", "ace", ""), pack("base", "ace", "back"), pack("second", "ace"), pack("third", "back")}, []*Definition{d}, "")
	for at, want := range map[[2]string]string{
		{"art", "ace"}: "own/ace", {"art", "back"}: "base/back", {"art", "none"}: "none", {"art", ""}: "none",
		{"look.art", "ace"}: "second/ace", {"look.art", "back"}: "third/back",
	} {
		if got := made[c.Picture(d, at[0], at[1])]; got != want {
			t.Errorf("%s of %s is %s, want %s", at[1], at[0], got, want)
		}
	}
}

// TestScopesKeepWhatIsOfAll checks that a part of a catalog has the digest and the
// translations of the whole.
func TestScopesKeepWhatIsOfAll(t *testing.T) {
	c := NewCatalog([]*Pack{{ID: "a"}, {ID: "b"}}, nil, "digest")
	c.Locales = []*Locale{{}}
	part := c.Scope("a", "none")
	if part.Digest != "digest" || len(part.Packs()) != 1 || len(part.Locales) != 1 {
		t.Errorf("digest %q, %d packs, %d locales", part.Digest, len(part.Packs()), len(part.Locales))
	}
}
