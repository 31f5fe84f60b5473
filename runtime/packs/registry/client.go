package registry

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/opencontainers/go-digest"
	ocispec "github.com/opencontainers/image-spec/specs-go/v1"
	"oras.land/oras-go/v2/content"
	"oras.land/oras-go/v2/errdef"

	"sleight/runtime/diag"
)

// Limits bounds the data that a registry may send.
type Limits struct {
	// Manifest, Archive and Signature are sizes in bytes.
	Manifest, Archive, Signature int64
	// Idle is the maximum time without any data, Total the maximum time of a
	// whole transfer.
	Idle, Total time.Duration
}

// DefaultLimits are the limits used outside tests.
var DefaultLimits = Limits{
	Manifest: 256 << 10, Archive: 64 << 20, Signature: 16 << 10,
	Idle: 30 * time.Second, Total: 15 * time.Minute,
}

// Client pushes and pulls packs.
type Client struct {
	Limits Limits
	// PlainHTTP allows unencrypted connections to other machines. Connections
	// to this machine may always be unencrypted.
	PlainHTTP bool
	// Replace allows a push to move an existing tag.
	Replace bool
}

// repository is a repository of a registry, or a folder.
type repository interface {
	// manifest returns the manifest that a reference names, unverified.
	manifest(ctx context.Context, ref Reference) (ocispec.Descriptor, io.ReadCloser, error)
	// blob returns a blob by its digest, unverified.
	blob(ctx context.Context, d ocispec.Descriptor) (io.ReadCloser, error)
	// put stores a blob unless it exists.
	put(ctx context.Context, b blob) error
	// tag stores a manifest, with a tag if one is given.
	tag(ctx context.Context, b blob, tag string) error
	// tags returns the tags, possibly not all of them.
	tags(ctx context.Context) ([]string, error)
	close()
}

func (c Client) open(ref Reference, write bool) (repository, error) {
	if ref.Folder != "" {
		return openFolder(ref, write)
	}
	return openRemote(ref, c)
}

// Push stores a pack and returns the digest of its manifest. It does not move a
// tag that names other bytes unless Replace is set.
func (c Client) Push(ctx context.Context, ref Reference, p Pack) (string, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, c.Limits.Total, errLate)
	defer cancel()
	manifest, parts, err := p.blobs()
	if err != nil {
		return "", err
	}
	if _, err := readManifest(ref, manifest.data, c.Limits); err != nil {
		return "", err // it could not be pulled
	}
	if ref.Digest != "" && ref.Digest != string(manifest.Digest) {
		return "", newProblem("registry/damaged", ref.String(), "the digest of the pack is %s, not this one", manifest.Digest)
	}
	to, err := c.open(ref, true)
	if err != nil {
		return "", c.explain(ctx, ref, err)
	}
	defer to.close()
	if !c.Replace && ref.Tag != "" {
		if err := c.checkTag(ctx, to, ref, manifest); err != nil {
			return "", err
		}
	}
	for _, part := range parts {
		if err := to.put(ctx, part); err != nil {
			return "", c.explain(ctx, ref, err)
		}
	}
	if err := to.tag(ctx, manifest, ref.Tag); err != nil {
		return "", c.explain(ctx, ref, err)
	}
	return string(manifest.Digest), nil
}

// checkTag returns an error if a tag names other bytes. Some registries deny
// requests for a tag that does not exist yet; then only the push shows whether
// it is allowed.
func (c Client) checkTag(ctx context.Context, at repository, ref Reference, manifest blob) error {
	there, body, err := at.manifest(ctx, ref)
	if errors.Is(err, errdef.ErrNotFound) {
		return nil
	}
	if err != nil {
		err = c.explain(ctx, ref, err)
		if d := (*diag.Diagnostic)(nil); errors.As(err, &d) && d.Code == "registry/denied" {
			return nil
		}
		return err
	}
	body.Close()
	if there.Digest != manifest.Digest {
		return newProblem("registry/taken", ref.String(), "another pack already has this name, %s", there.Digest).
			hint("raise the version in pack.yaml: those who have this one must be able to get it again; --replace replaces it anyway")
	}
	return nil
}

// Describe fetches the manifest of a pack, its pack.yaml, and the digest of the
// whole pack in the registry. It does not fetch the archive.
func (c Client) Describe(ctx context.Context, ref Reference) (manifest []byte, digest string, err error) {
	p, digest, err := c.pull(ctx, ref, false)
	return p.Manifest, digest, err
}

// Pull fetches a pack and returns its digest in the registry. It verifies the
// digests of manifest, archive and signature; the caller must check that the
// manifest is the one in the archive.
func (c Client) Pull(ctx context.Context, ref Reference) (Pack, string, error) {
	return c.pull(ctx, ref, true)
}

func (c Client) pull(ctx context.Context, ref Reference, all bool) (Pack, string, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, c.Limits.Total, errLate)
	defer cancel()
	from, err := c.open(ref, false)
	if err != nil {
		return Pack{}, "", c.explain(ctx, ref, err)
	}
	defer from.close()
	if ref.target() == "" {
		return Pack{}, "", c.missing(ctx, from, ref)
	}
	known, data, err := c.manifest(ctx, from, ref)
	if err != nil {
		return Pack{}, "", err
	}
	parts, err := readManifest(ref, data, c.Limits)
	if err != nil {
		return Pack{}, "", err
	}
	var p Pack
	if p.Manifest, err = c.part(ctx, from, ref, &parts.manifest); err == nil && all {
		if p.Signature, err = c.part(ctx, from, ref, parts.signature); err == nil {
			p.Archive, err = c.part(ctx, from, ref, &parts.archive)
		}
	}
	if err != nil {
		return Pack{}, "", err
	}
	return p, known, nil
}

func (c Client) manifest(ctx context.Context, from repository, ref Reference) (string, []byte, error) {
	d, body, err := from.manifest(ctx, ref)
	if errors.Is(err, errdef.ErrNotFound) {
		return "", nil, c.missing(ctx, from, ref)
	}
	if err != nil {
		return "", nil, c.explain(ctx, ref, err)
	}
	defer body.Close()
	if err := checkDescriptor(ref, "manifest", d, c.Limits.Manifest); err != nil {
		return "", nil, err
	}
	data, err := content.ReadAll(body, d)
	if err != nil {
		return "", nil, c.explain(ctx, ref, err)
	}
	if sum := digest.FromBytes(data); ref.Digest != "" && string(sum) != ref.Digest {
		return "", nil, newProblem("registry/damaged", ref.String(), "something else was received, with the digest %s", sum)
	}
	return string(d.Digest), data, nil
}

// part fetches one part of a pack, or nil if there is none.
func (c Client) part(ctx context.Context, from repository, ref Reference, d *ocispec.Descriptor) ([]byte, error) {
	if d == nil {
		return nil, nil
	}
	body, err := from.blob(ctx, *d)
	if errors.Is(err, errdef.ErrNotFound) {
		return nil, newProblem("registry/missing", ref.String(), "the manifest is there, but the blob %s that it names is not", d.Digest).
			hint("push the pack again")
	}
	if err != nil {
		return nil, c.explain(ctx, ref, err)
	}
	defer body.Close()
	data, err := content.ReadAll(body, *d)
	if err != nil {
		return nil, c.explain(ctx, ref, err)
	}
	return data, nil
}

// missing returns the problem for a reference that names nothing, with the tags
// there are.
func (c Client) missing(ctx context.Context, at repository, ref Reference) error {
	p := newProblem("registry/missing", ref.String(), "nothing has this name")
	if ref.target() == "" {
		p = newProblem("registry/missing", ref.String(), "no version is given; write it after a colon")
	}
	if ref.Digest != "" {
		return p
	}
	if tags, err := at.tags(ctx); err == nil && len(tags) > 0 {
		d := p.Suggest(ref.Tag, tags)
		return problem{&d}
	}
	return p
}

// Tags returns the tags in a folder or repository, in no order. There may be
// more than it returns.
func (c Client) Tags(ctx context.Context, ref Reference) ([]string, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, c.Limits.Total, errLate)
	defer cancel()
	at, err := c.open(ref, false)
	if err != nil {
		return nil, c.explain(ctx, ref, err)
	}
	defer at.close()
	tags, err := at.tags(ctx)
	if err != nil {
		return nil, c.explain(ctx, ref, err)
	}
	return tags, nil
}
