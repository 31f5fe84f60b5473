package source

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"sleight/runtime/content/archive"
	"sleight/runtime/diag"
	"sleight/runtime/packs/install"
	"sleight/runtime/packs/trust"
)

// SignatureSuffix is appended to the name of an archive to name its signature.
const SignatureSuffix = ".minisig"

// file is a folder, or an archive that may have a signature beside it.
type file struct {
	verifier    *Verifier
	path, shown string
}

// Offers returns the packs of the file. An archive is read once: the bytes
// checked here are the bytes installed.
func (f *file) Offers(ctx context.Context) ([]install.Offer, error) {
	info, err := os.Stat(f.path)
	if err != nil {
		return nil, fmt.Errorf("%s: there is no such file or folder", filepath.ToSlash(f.path))
	}
	claim := trust.Claim{Name: filepath.ToSlash(filepath.Clean(f.path))}
	var offers []install.Offer
	if info.IsDir() {
		offers, err = (&install.Files{Path: f.path, Source: f.shown}).Offers(ctx)
	} else {
		if claim.Archive, claim.Signature, err = ReadArchive(f.path); err != nil {
			return nil, err
		}
		offers, err = f.verifier.archive(claim, f.shown)
	}
	if err != nil {
		return nil, err
	}
	for i, o := range offers {
		claim.Pack = o.Manifest.ID
		if err := f.verifier.check(f.shown, claim); err != nil {
			return nil, err
		}
		offers[i].Key = func() string { return f.verifier.key(o.Manifest.ID, f.shown) }
	}
	return offers, nil
}

// archive returns offers for the packs of an archive in memory.
func (v *Verifier) archive(c trust.Claim, shown string) ([]install.Offer, error) {
	all, problems := install.Archive(c.Name, bytes.NewReader(c.Archive), int64(len(c.Archive)))
	if serious := install.WithoutNotices(problems); len(serious) > 0 {
		return nil, serious
	}
	var out []install.Offer
	for _, p := range all {
		out = append(out, install.Offer{Manifest: p.Manifest, Source: shown, Skipped: p.Skipped(), Write: func(_ context.Context, w io.Writer) (string, error) {
			return p.Write(w)
		}})
	}
	return out, nil
}

// ReadArchive reads an archive and the signature beside it, which is nil if
// there is none.
func ReadArchive(path string) (data, signature []byte, err error) {
	if data, err = readFile(path, archive.MaxBytes); err != nil {
		return nil, nil, err
	}
	signature, err = readFile(path+SignatureSuffix, trust.MaxSignature)
	if errors.Is(err, fs.ErrNotExist) {
		return data, nil, nil
	}
	return data, signature, err
}

func readFile(path string, most int64) ([]byte, error) {
	in, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, most+1))
	if err == nil && int64(len(data)) > most {
		d := diag.New("file/too-large", diag.Place{File: filepath.ToSlash(path)}, "the file has more than %d bytes", most)
		return nil, &d
	}
	return data, err
}
