package registry

import (
	"cmp"
	"errors"
	"net"
	"regexp"
	"strings"

	"oras.land/oras-go/v2/registry"

	"sleight/runtime/diag"
)

// Reference names a pack in a folder, oci:DIR:TAG, or in a registry,
// oci://HOST/NAME:TAG. Instead of the tag, or after it, there may be a digest,
// @sha256:….
type Reference struct {
	// Folder is the path of an OCI layout; it is empty for a registry.
	Folder string
	// Host is the registry's host, Name the repository's name in it.
	Host, Name string
	// Tag is a name that can be moved, Digest one that cannot. If both are set,
	// the digest is used.
	Tag, Digest string
}

const (
	scheme = "oci:"
	remote = "oci://"
)

var (
	tagForm    = regexp.MustCompile(`^\w[\w.-]{0,127}$`)
	digestForm = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)
)

// IsReference reports whether a text is a reference, not a file name.
func IsReference(text string) bool { return strings.HasPrefix(text, scheme) }

// Parse parses a reference.
func Parse(text string) (Reference, error) {
	if !IsReference(text) {
		return Reference{}, malformed(text, "it does not begin with oci:")
	}
	name, digest, pinned := strings.Cut(strings.TrimPrefix(text, scheme), "@")
	if pinned && !digestForm.MatchString(digest) {
		return Reference{}, malformed(text, "after @, expected a digest: sha256: and 64 hexadecimal digits")
	}
	r := Reference{Digest: digest}
	if host, ok := strings.CutPrefix(name, "//"); ok {
		found, err := registry.ParseReference(host)
		if err != nil {
			return Reference{}, malformed(text, strings.TrimPrefix(err.Error(), "invalid reference: "))
		}
		r.Host, r.Name, r.Tag = found.Registry, found.Repository, found.Reference
		return r, nil
	}
	r.Folder = name
	if i := strings.LastIndexByte(name, ':'); i >= 0 && !strings.ContainsAny(name[i:], `/\`) {
		if r.Folder, r.Tag = name[:i], name[i+1:]; !tagForm.MatchString(r.Tag) {
			return Reference{}, malformed(text, "a tag has letters, digits, dots, _ and - only, at most 128")
		}
	}
	if r.Folder == "" {
		return Reference{}, malformed(text, "no folder is named")
	}
	return r, nil
}

func malformed(text, why string) error {
	return newProblem("registry/reference", text, "this reference cannot be read: %s", why).
		hint("references are oci:FOLDER:TAG for a folder, and oci://HOST/NAME:TAG for a registry; @sha256:… may replace :TAG")
}

// String returns the reference as people write it.
func (r Reference) String() string {
	text := remote + r.Host + "/" + r.Name
	if r.Folder != "" {
		text = scheme + r.Folder
	}
	if r.Tag != "" {
		text += ":" + r.Tag
	}
	if r.Digest != "" {
		text += "@" + r.Digest
	}
	return text
}

// Pinned returns the reference with a digest, so that it never names other
// bytes.
func (r Reference) Pinned(digest string) Reference {
	r.Digest = digest
	return r
}

// Any returns the reference without tag and digest, which names all versions.
func (r Reference) Any() Reference {
	r.Tag, r.Digest = "", ""
	return r
}

// WithTag returns the reference with the default tag of a version if it has
// neither tag nor digest: VERSION in a registry, where a repository holds one
// pack, and PACK-VERSION in a folder, which can hold several.
func (r Reference) WithTag(pack, version string) Reference {
	if r.Tag == "" && r.Digest == "" {
		r.Tag = strings.ReplaceAll(version, "+", "_") // tags must not contain +
		if r.Folder != "" {
			r.Tag = pack + "-" + r.Tag
		}
	}
	return r
}

// target returns the part after the name: a tag or a digest.
func (r Reference) target() string { return cmp.Or(r.Digest, r.Tag) }

// loopback reports whether a host, with or without a port, is this machine.
func loopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.Trim(strings.ToLower(host), "[]")
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || net.ParseIP(host).IsLoopback()
}

// problem is an error that the user can act on.
type problem struct{ *diag.Diagnostic }

// Unwrap lets errors.As find the diagnostic.
func (p problem) Unwrap() error { return p.Diagnostic }

func newProblem(code, ref, format string, args ...any) problem {
	d := diag.New(code, diag.Place{File: ref}, format, args...)
	return problem{&d}
}

func (p problem) hint(format string, args ...any) problem {
	d := p.WithHint(format, args...)
	return problem{&d}
}

// isProblem reports whether an error already says what to do.
func isProblem(err error) bool {
	var p problem
	return errors.As(err, &p)
}
