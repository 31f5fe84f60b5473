package registry

import (
	"errors"
	"net"
	"regexp"
	"strings"

	"oras.land/oras-go/v2/registry"

	"sleight/runtime/diag"
)

// Reference says where a pack lies: in a folder, oci:DIR:TAG, or in a registry,
// oci://HOST/NAME:TAG. Instead of a tag there may be a digest, @sha256:….
type Reference struct {
	// Folder holds an OCI layout; it is empty for a registry.
	Folder string
	// Host and Name are those of a registry and of a repository in it.
	Host, Name string
	// Tag and Digest: one of them at most is not empty.
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

// IsReference tells whether a text is meant as a reference, and not as a file.
func IsReference(text string) bool { return strings.HasPrefix(text, scheme) }

// Parse reads a reference.
func Parse(text string) (Reference, error) {
	if !IsReference(text) {
		return Reference{}, malformed(text, "it does not begin with oci:")
	}
	if name, ok := strings.CutPrefix(text, remote); ok {
		return parseRemote(text, name)
	}
	r := Reference{Folder: strings.TrimPrefix(text, scheme)}
	if folder, digest, ok := strings.Cut(r.Folder, "@"); ok {
		r.Folder, r.Digest = folder, digest
		if !digestForm.MatchString(digest) {
			return Reference{}, malformed(text, "behind @ stands no digest, sha256: and 64 hexadecimal digits")
		}
	}
	if i := strings.LastIndexByte(r.Folder, ':'); i >= 0 && !strings.ContainsAny(r.Folder[i:], `/\`) {
		if r.Folder, r.Tag = r.Folder[:i], r.Folder[i+1:]; !tagForm.MatchString(r.Tag) {
			return Reference{}, malformed(text, "a tag has letters, digits, dots, _ and - only, at most 128")
		}
	}
	if r.Folder == "" {
		return Reference{}, malformed(text, "no folder is named")
	}
	if r.Digest != "" {
		r.Tag = ""
	}
	return r, nil
}

func parseRemote(text, name string) (Reference, error) {
	found, err := registry.ParseReference(name)
	if err != nil {
		return Reference{}, malformed(text, strings.TrimPrefix(err.Error(), "invalid reference: "))
	}
	r := Reference{Host: found.Registry, Name: found.Repository}
	switch {
	case found.Reference == "":
	case strings.Contains(found.Reference, ":"):
		if r.Digest = found.Reference; !digestForm.MatchString(r.Digest) {
			return Reference{}, malformed(text, "behind @ stands no digest, sha256: and 64 hexadecimal digits")
		}
	default:
		r.Tag = found.Reference
	}
	return r, nil
}

func malformed(text, why string) error {
	return fault("registry/reference", text, "this reference cannot be read: %s", why).
		hint("references are oci:FOLDER:TAG for a folder, and oci://HOST/NAME:TAG for a registry; @sha256:… may stand in place of :TAG")
}

// String returns the reference as people write it.
func (r Reference) String() string {
	text := remote + r.Host + "/" + r.Name
	if r.Folder != "" {
		text = scheme + r.Folder
	}
	switch {
	case r.Digest != "":
		text += "@" + r.Digest
	case r.Tag != "":
		text += ":" + r.Tag
	}
	return text
}

// Pinned returns the reference by a digest, so that it never means other bytes.
func (r Reference) Pinned(digest string) Reference {
	r.Tag, r.Digest = "", digest
	return r
}

// WithTag returns the reference with the usual tag of a version when it has
// neither tag nor digest: VERSION in a registry, where a repository holds one
// pack, and PACK-VERSION in a folder, which holds many.
func (r Reference) WithTag(pack, version string) Reference {
	if r.Tag == "" && r.Digest == "" {
		r.Tag = strings.ReplaceAll(version, "+", "_") // tags may have no +
		if r.Folder != "" {
			r.Tag = pack + "-" + r.Tag
		}
	}
	return r
}

// target is what stands behind the name: a tag or a digest.
func (r Reference) target() string { return r.Tag + r.Digest }

// loopback tells whether a host, which may have a port, is this machine.
func loopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.Trim(strings.ToLower(host), "[]")
	ip := net.ParseIP(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || ip != nil && ip.IsLoopback()
}

// problem is an error that people can do something about.
type problem struct{ *diag.Diagnostic }

// Unwrap shows the diagnostic to errors.As.
func (p problem) Unwrap() error { return p.Diagnostic }

func fault(code, ref, format string, args ...any) problem {
	d := diag.New(code, diag.Place{File: ref}, format, args...)
	return problem{&d}
}

func (p problem) hint(format string, args ...any) problem {
	d := p.WithHint(format, args...)
	return problem{&d}
}

// isProblem tells whether an error says what to do already.
func isProblem(err error) bool {
	var p problem
	return errors.As(err, &p)
}
