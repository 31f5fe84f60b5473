package load

import "testing"

// FuzzManifest checks that reading any manifest terminates with a manifest or a
// located problem, and twice with the same result.
func FuzzManifest(f *testing.F) {
	for _, seed := range []string{
		"kind: pack\nid: coins\nversion: 1.0.0\n",
		"kind: pack\nid: coins\nversion: 1.0.0-beta+7\nengine: '>=0.1 <2'\nrequires: {dice: ^1.2}\nauthors: [A]\nlicense: MIT\n",
		"kind: pack\nid: ../x\nversion: 1e9.0.0\nrequires: {coins: '*'}\n",
		"kind: pack\nid: coins\nversion: 99999999999999999999.0.0\nrequires: {a: '||||', b: '1.x - 2 , >3'}\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		_, problems := ReadManifest("pack.yaml", src)
		_, again := ReadManifest("pack.yaml", src)
		if len(problems) != len(again) {
			t.Errorf("%v, and the next time %v", problems, again)
		}
		for i, d := range problems {
			if d.Code == "engine/internal" || d.Place.File != "pack.yaml" {
				t.Errorf("%v", d)
			}
			if i < len(again) && again[i].Error() != d.Error() {
				t.Errorf("%v, and the next time %v", d, again[i])
			}
		}
	})
}
