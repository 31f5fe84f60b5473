package registry

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/opencontainers/go-digest"
	"github.com/opencontainers/image-spec/specs-go"
	ocispec "github.com/opencontainers/image-spec/specs-go/v1"
)

// The media types of the parts of a pack in a registry.
const (
	// ArtifactType is the artifact type of a pack.
	ArtifactType = "application/vnd.sleight.pack.v1"
	// ArchiveType is the media type of the layer with the archive.
	ArchiveType = ArtifactType + "+zip"
	// ManifestType is the media type of the config blob, the pack's manifest
	// pack.yaml, so that versions can be compared without their archives.
	ManifestType = ArtifactType + "+yaml"
	// SignatureType is the media type of the layer with the signature, if there
	// is one.
	SignatureType = ArtifactType + ".minisig"
)

// Pack is a pack as it is pushed and pulled.
type Pack struct {
	// ID, Version, Title and so on can be read in the registry without the
	// archive. They are not verified: the archive is authoritative.
	ID, Version, Title, Text, Licence string
	// Manifest is the text of its pack.yaml.
	Manifest []byte
	// Archive is the zip file, Signature the text of its .minisig file, or nil
	// if there is none.
	Archive, Signature []byte
}

// blob is a part of a pack, with its bytes.
type blob struct {
	ocispec.Descriptor
	data []byte
}

func newBlob(mediaType, name string, data []byte) blob {
	b := blob{ocispec.Descriptor{MediaType: mediaType, Digest: digest.FromBytes(data), Size: int64(len(data))}, data}
	if name != "" {
		b.Annotations = map[string]string{ocispec.AnnotationTitle: name}
	}
	return b
}

// blobs returns the OCI manifest of a pack and the blobs it refers to. Equal
// packs have equal manifests: they contain no time and no host name.
func (p Pack) blobs() (manifest blob, parts []blob, err error) {
	file := p.ID + "-" + p.Version + ".zip"
	parts = []blob{newBlob(ManifestType, "", p.Manifest), newBlob(ArchiveType, file, p.Archive)}
	if p.Signature != nil {
		parts = append(parts, newBlob(SignatureType, file+".minisig", p.Signature))
	}
	m := ocispec.Manifest{
		Versioned: specs.Versioned{SchemaVersion: 2}, MediaType: ocispec.MediaTypeImageManifest,
		ArtifactType: ArtifactType, Config: parts[0].Descriptor, Annotations: map[string]string{},
	}
	for _, part := range parts[1:] {
		m.Layers = append(m.Layers, part.Descriptor)
	}
	for name, value := range map[string]string{
		ocispec.AnnotationTitle: p.Title, ocispec.AnnotationVersion: p.Version,
		ocispec.AnnotationDescription: p.Text, ocispec.AnnotationLicenses: p.Licence,
	} {
		if value != "" {
			m.Annotations[name] = value
		}
	}
	data, err := json.Marshal(m)
	manifest = newBlob(ocispec.MediaTypeImageManifest, "", data)
	manifest.ArtifactType = ArtifactType
	return manifest, parts, err
}

// contents holds the parts that a manifest lists.
type contents struct {
	manifest, archive ocispec.Descriptor
	signature         *ocispec.Descriptor
}

// readManifest finds the layers of a pack. It ignores layers of other types: a
// later version may have more.
func readManifest(ref Reference, data []byte, l Limits) (contents, error) {
	var m ocispec.Manifest
	if err := json.NewDecoder(bytes.NewReader(data)).Decode(&m); err != nil {
		return contents{}, newProblem("registry/no-pack", ref.String(), "there is no pack here: its manifest cannot be read")
	}
	if m.ArtifactType != ArtifactType {
		what := "a manifest that names no type"
		if t := typeOf(m); t != "" {
			what = fmt.Sprintf("something of the type %.100q", t)
		}
		return contents{}, newProblem("registry/no-pack", ref.String(), "this is not a pack but %s", what).
			hint("push packs with: sleight pack push")
	}
	c := contents{manifest: m.Config}
	archives := 0
	for _, layer := range m.Layers {
		switch layer.MediaType {
		case ArchiveType:
			c.archive = layer
			archives++
		case SignatureType:
			if c.signature != nil {
				return contents{}, newProblem("registry/no-pack", ref.String(), "the pack here has two signatures")
			}
			c.signature = &layer
		}
	}
	if m.Config.MediaType != ManifestType {
		return contents{}, newProblem("registry/no-pack", ref.String(), "the pack here has no pack.yaml, but %.100q", m.Config.MediaType)
	}
	if archives != 1 {
		return contents{}, newProblem("registry/no-pack", ref.String(), "the pack here has %d archives; every pack has one", archives)
	}
	for _, part := range []struct {
		what  string
		layer *ocispec.Descriptor
		most  int64
	}{{"pack.yaml", &c.manifest, l.Manifest}, {"archive", &c.archive, l.Archive}, {"signature", c.signature, l.Signature}} {
		if part.layer == nil {
			continue
		}
		if err := checkDescriptor(ref, part.what, *part.layer, part.most); err != nil {
			return contents{}, err
		}
	}
	return c, nil
}

// typeOf returns the artifact type of a manifest, or "" if it names none.
func typeOf(m ocispec.Manifest) string {
	if m.ArtifactType != "" {
		return m.ArtifactType
	}
	return m.Config.MediaType
}

func checkDescriptor(ref Reference, what string, d ocispec.Descriptor, most int64) error {
	switch {
	case d.Size > most:
		return newProblem("registry/too-large", ref.String(), "the %s here has %d bytes; at most %d are read", what, d.Size, most)
	case d.Size < 0 || !digestForm.MatchString(string(d.Digest)):
		return newProblem("registry/damaged", ref.String(), "the manifest gives an invalid size or digest of the %s", what)
	}
	return nil
}
