package source

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"

	"sleight/runtime/content/manifest"
	"sleight/runtime/diag"
	"sleight/runtime/packs/install"
	"sleight/runtime/packs/registry"
	"sleight/runtime/packs/trust"
)

// maxVersions is how many versions are offered when the reference has no tag:
// the newest ones.
const maxVersions = 50

// remote is a registry, or a folder in its layout.
type remote struct {
	verifier   *Verifier
	ref, shown registry.Reference
}

// Offers returns the available versions. Only their manifests are fetched.
func (r *remote) Offers(ctx context.Context) ([]install.Offer, error) {
	if r.ref.Tag != "" || r.ref.Digest != "" {
		o, err := r.offer(ctx, r.ref, r.shown)
		return []install.Offer{o}, err
	}
	tags, err := r.verifier.Registry.Tags(ctx, r.ref)
	if err != nil {
		return nil, err
	}
	var out []install.Offer
	for _, tag := range r.newest(tags) {
		ref, shown := r.ref, r.shown
		ref.Tag, shown.Tag = tag, tag
		o, err := r.offer(ctx, ref, shown)
		var d *diag.Diagnostic
		if errors.As(err, &d) && d.Code == "registry/no-pack" {
			continue // a repository may hold other artifacts too
		}
		if err != nil {
			return nil, err
		}
		out = append(out, o)
	}
	if len(out) == 0 {
		d := diag.New("registry/missing", diag.Place{File: r.ref.String()}, "there is no version of a pack here")
		return nil, &d
	}
	return out, nil
}

// newest returns the tags that are versions, newest first. In a folder, tags
// have a pack id before the version, and all of them are returned.
func (r *remote) newest(tags []string) []string {
	versions := map[string]*semver.Version{}
	var out []string
	for _, tag := range tags {
		v, err := manifest.ParseVersion(strings.ReplaceAll(tag, "_", "+"))
		if err == nil {
			versions[tag] = v
		}
		if err == nil || r.ref.Folder != "" {
			out = append(out, tag)
		}
	}
	slices.SortFunc(out, func(a, b string) int {
		if versions[a] != nil && versions[b] != nil {
			return cmp.Or(versions[b].Compare(versions[a]), strings.Compare(a, b))
		}
		return strings.Compare(a, b)
	})
	if r.ref.Folder == "" {
		out = out[:min(len(out), maxVersions)]
	}
	return out
}

func (r *remote) offer(ctx context.Context, ref, shown registry.Reference) (install.Offer, error) {
	text, digest, err := r.verifier.Registry.Describe(ctx, ref)
	if err != nil {
		return install.Offer{}, err
	}
	m, problems := install.ParseManifest(ref.String(), text)
	if m == nil {
		return install.Offer{}, problems
	}
	ref, source := ref.Pinned(digest), shown.Pinned(digest).String()
	return install.Offer{
		Manifest: m, Source: source, Anywhere: ref.Folder == "",
		Write:    func(ctx context.Context, w io.Writer) (string, error) { return r.fetch(ctx, ref, m, source, w) },
		Key:      func() string { return r.verifier.key(m.ID, source) },
		Siblings: r.siblingOffers,
	}, nil
}

// siblingOffers finds another pack next to this one: in the same folder, or in the
// repository of the same registry whose name differs only in its last part, the
// pack id.
func (r *remote) siblingOffers(ctx context.Context, id string) ([]install.Offer, error) {
	other := &remote{r.verifier, r.ref.Any(), r.shown.Any()}
	if r.ref.Folder == "" {
		name := path.Join(path.Dir(r.ref.Name), id)
		other.ref.Name, other.shown.Name = name, name
	}
	out, err := other.Offers(ctx)
	var d *diag.Diagnostic
	if errors.As(err, &d) && (d.Code == "registry/missing" || d.Code == "registry/denied") {
		return nil, nil // the caller reports that the pack is missing
	}
	return slices.DeleteFunc(out, func(o install.Offer) bool { return o.Manifest.ID != id }), err
}

// fetch writes the archive of one version if it is the announced pack and
// signed with the expected key.
func (r *remote) fetch(ctx context.Context, ref registry.Reference, m *manifest.Manifest, source string, w io.Writer) (string, error) {
	p, _, err := r.verifier.Registry.Pull(ctx, ref)
	if err != nil {
		return "", err
	}
	one, err := Open(ref.String(), p)
	if err != nil {
		return "", err
	}
	claim := trust.Claim{Name: ref.String(), Pack: m.ID, Archive: p.Archive, Signature: p.Signature}
	if err := r.verifier.check(source, claim); err != nil {
		return "", err
	}
	return one.Write(w)
}

// Open opens the archive of a pulled pack. It must hold exactly one pack, with
// the manifest that was pulled beside it.
func Open(name string, p registry.Pack) (*install.Package, error) {
	all, problems := install.Archive(name, bytes.NewReader(p.Archive), int64(len(p.Archive)))
	if problems.Failed() {
		return nil, problems
	}
	if len(all) == 1 {
		if text, err := all[0].ManifestText(); err == nil && bytes.Equal(text, p.Manifest) {
			return all[0], nil
		}
	}
	d := diag.New("registry/damaged", diag.Place{File: name}, "the archive does not contain the pack that the registry announces")
	return nil, &d
}
