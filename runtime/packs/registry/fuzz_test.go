package registry

import "testing"

// FuzzArtifact reads the manifests that registries send.
func FuzzArtifact(f *testing.F) {
	honest, _, err := luck.blobs()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(honest.data)
	f.Add([]byte(`{"artifactType":"application/vnd.sleight.pack.v1","layers":[{"size":-1}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := readManifest(Reference{Host: "localhost", Name: "luck", Tag: "1"}, data, quick)
		if err != nil {
			if !isProblem(err) {
				t.Errorf("this error does not say what to do: %v", err)
			}
			return
		}
		if c.archive.Size < 0 || c.archive.Size > quick.Archive || c.manifest.Size > quick.Manifest || !digestForm.MatchString(string(c.archive.Digest)) {
			t.Errorf("%+v was taken", c)
		}
	})
}
