package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"sleight/runtime/content/archive"
	"sleight/runtime/content/manifest"
	"sleight/runtime/content/safefile"
	"sleight/runtime/packs/install"
	"sleight/runtime/packs/registry"
	"sleight/runtime/packs/source"
	"sleight/runtime/packs/trust"
)

// signedArchive is a pack's archive with its signature.
type signedArchive struct {
	one              *install.Package
	bytes, signature []byte
}

// openSignedArchive reads an archive that holds one pack, and the signature
// beside it.
func openSignedArchive(path string) (*signedArchive, error) {
	if !isFile(path) {
		return nil, fmt.Errorf("%s: no such archive", filepath.ToSlash(path))
	}
	data, signature, err := source.ReadArchive(path)
	if err != nil {
		return nil, err
	}
	all, problems := install.Archive(filepath.ToSlash(filepath.Clean(path)), bytes.NewReader(data), int64(len(data)))
	if problems.Failed() {
		return nil, problems
	}
	if len(all) != 1 {
		return nil, fmt.Errorf("%s: the archive holds %d packs; expected one", filepath.ToSlash(path), len(all))
	}
	return &signedArchive{all[0], data, signature}, nil
}

// client talks to registries.
func client(plain bool) registry.Client {
	c := registry.Client{Limits: registry.DefaultLimits, PlainHTTP: plain}
	c.Limits.Archive, c.Limits.Signature = archive.MaxBytes, trust.MaxSignature
	return c
}

// defaultRegistry is the default folder that packs are pushed to.
const defaultRegistry = "oci:packs"

// transfer is the result of a push or a pull, as JSON.
type transfer struct {
	Pack      string `json:"pack"`
	Version   string `json:"version"`
	Reference string `json:"reference"`
	Digest    string `json:"digest"`
	File      string `json:"file,omitempty"`
	Key       string `json:"key,omitempty"`
}

func newPackPush() *cobra.Command {
	plain, replace, asJSON := false, false, false
	c := &cobra.Command{
		Use:   "push ARCHIVE [REFERENCE]",
		Short: "Push the archive of a pack to a registry",
		Long: `Push the archive of a pack, and the signature beside it, to a registry of OCI
artifacts (oci://HOST/NAME:TAG) or to a folder in the layout of one
(oci:FOLDER:TAG). Without a REFERENCE, that is the registry in the pack's manifest,
or else oci:packs. Without a tag it is the version, in a folder PACK-VERSION.

Passwords are taken from Docker's configuration.`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 1 || len(args) == 2 {
				return nil
			}
			return argumentCountError(c, args)
		},
		RunE: func(c *cobra.Command, args []string) error {
			to := client(plain)
			to.Replace = replace
			return pushPack(c, to, args, asJSON)
		},
	}
	registryFlags(c, &plain, &asJSON)
	c.Flags().BoolVar(&replace, "replace", false, "replace another pack of that name")
	return c
}

// pushPack pushes an archive, and reports the result as text or JSON.
func pushPack(c *cobra.Command, to registry.Client, args []string, asJSON bool) error {
	a, err := openSignedArchive(args[0])
	if err != nil {
		return err
	}
	m := a.one.Manifest
	name := cmp.Or(m.Registry, defaultRegistry)
	if len(args) == 2 {
		name = args[1]
	}
	ref, err := registry.Parse(name)
	if err != nil {
		return err
	}
	ref = ref.WithTag(m.ID, m.VersionText())
	signer := ""
	if signer, err = a.signer(args[0]); err != nil {
		return err
	}
	text, err := a.one.ManifestText()
	if err != nil {
		return err
	}
	digest, err := to.Push(c.Context(), ref, registry.Pack{
		ID: m.ID, Version: m.VersionText(), Title: m.Title, Text: m.Text, Licence: m.Licence,
		Manifest: text, Archive: a.bytes, Signature: a.signature,
	})
	if err != nil {
		return err
	}
	if asJSON {
		return writeJSON(c.OutOrStdout(), transfer{Pack: m.ID, Version: m.VersionText(), Reference: ref.String(), Digest: digest, Key: signer})
	}
	if m.Registry == "" {
		fmt.Fprintf(c.ErrOrStderr(), "note: with registry: %s in %s, sleight pack check compares new versions with this one\n", ref.Any(), manifest.File)
	}
	_, err = fmt.Fprintf(c.OutOrStdout(), "pushed %s to %s, %s\n%s\n", a.one.Name(), ref, signedWith(a.signature != nil, signer), digest)
	return err
}

func registryFlags(c *cobra.Command, plain, asJSON *bool) {
	c.Flags().BoolVar(plain, "plain-http", false, "allow unencrypted connections to registries on other machines")
	c.Flags().BoolVar(asJSON, "json", false, "write what was done as JSON")
}

// signer returns the key that the archive is signed with, according to the
// signature. It returns an error if the signature belongs to another archive.
func (a *signedArchive) signer(name string) (string, error) {
	if a.signature == nil {
		return "", nil
	}
	key, carried, err := trust.Signer(name, a.bytes, a.signature)
	if err != nil || !carried {
		return "", err
	}
	return key.String(), nil
}

// signedWith describes the key that something is signed with.
func signedWith(signed bool, key string) string {
	switch k, err := trust.ParseKey(key); {
	case !signed:
		return "not signed"
	case err != nil:
		return "signed"
	default:
		return "signed with " + k.Fingerprint()
	}
}

func newPackPull() *cobra.Command {
	plain, asJSON, output := false, false, ""
	c := &cobra.Command{
		Use:   "pull REFERENCE",
		Short: "Fetch the archive of a pack from a registry",
		Long: `Fetch the archive of a pack, and its signature, from a registry
(oci://HOST/NAME:TAG) or a folder in the layout of one (oci:FOLDER:TAG). A digest,
@sha256:…, may replace the tag. Nothing is installed: sleight pack
install takes references too, and decides whom to trust.`,
		Args: exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			ref, err := registry.Parse(args[0])
			if err != nil {
				return err
			}
			p, digest, err := client(plain).Pull(c.Context(), ref)
			if err != nil {
				return err
			}
			one, err := source.Open(ref.String(), p)
			if err != nil {
				return err
			}
			a := &signedArchive{one, p.Archive, p.Signature}
			signer, err := a.signer(ref.String())
			if err != nil {
				return err
			}
			if output == "" {
				output = one.FileName()
			}
			if err := a.write(output); err != nil {
				return err
			}
			m := one.Manifest
			if asJSON {
				return writeJSON(c.OutOrStdout(), transfer{m.ID, m.VersionText(), ref.String(), digest, filepath.ToSlash(output), signer})
			}
			_, err = fmt.Fprintf(c.OutOrStdout(), "pulled %s: %s, %s\n%s\n", one.Name(), filepath.ToSlash(output), signedWith(a.signature != nil, signer), digest)
			return err
		},
	}
	registryFlags(c, &plain, &asJSON)
	c.Flags().StringVar(&output, "output", "", "the `FILE` to write (default: ID-VERSION.zip)")
	return c
}

// write writes the archive and its signature. An older signature of another
// archive is removed first, so that the two are never side by side.
func (a *signedArchive) write(path string) error {
	if err := os.Remove(path + source.SignatureSuffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := writeWhole(path, a.bytes); err != nil || a.signature == nil {
		return err
	}
	return writeWhole(path+source.SignatureSuffix, a.signature)
}

// writeWhole writes a file atomically: it is complete, or unchanged.
func writeWhole(path string, data []byte) error {
	if dir := filepath.Dir(path); !isFolder(dir) {
		return fmt.Errorf("%s: no such folder", filepath.ToSlash(dir))
	}
	return safefile.Write(safefile.Disk{}, path, 0o644, safefile.Bytes(data))
}
