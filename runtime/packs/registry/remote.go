package registry

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"

	ocispec "github.com/opencontainers/image-spec/specs-go/v1"
	"oras.land/oras-go/v2/registry"
	oras "oras.land/oras-go/v2/registry/remote"
	"oras.land/oras-go/v2/registry/remote/auth"
	"oras.land/oras-go/v2/registry/remote/credentials"
)

// maxTagPages is the maximum number of requested pages of tags.
const maxTagPages = 4

// remoteRepository is a repository of a registry.
type remoteRepository struct {
	repository *oras.Repository
	client     *http.Client
}

func openRemote(ref Reference, c Client) (repository, error) {
	store, err := credentials.NewStoreFromDocker(credentials.StoreOptions{})
	if err != nil {
		return nil, newProblem("registry/denied", ref.String(), "the configuration of Docker, which holds passwords of registries, cannot be read: %s", plain(err)).
			hint("repair or remove its config.json")
	}
	client := &http.Client{Transport: newTransport(ref.Host, c.PlainHTTP, c.Limits.Idle)}
	return remoteRepository{client: client, repository: &oras.Repository{
		Reference:          registry.Reference{Registry: ref.Host, Repository: ref.Name},
		PlainHTTP:          c.PlainHTTP || loopback(ref.Host),
		ManifestMediaTypes: []string{ocispec.MediaTypeImageManifest},
		MaxMetadataBytes:   c.Limits.Manifest,
		TagListMaxPages:    maxTagPages,
		Client: &auth.Client{
			Client:     client,
			Header:     http.Header{"User-Agent": {"sleight"}},
			Credential: credentials.Credential(store),
			Cache:      auth.NewSingleContextCache(),
		},
	}}, nil
}

func (r remoteRepository) manifest(ctx context.Context, ref Reference) (ocispec.Descriptor, io.ReadCloser, error) {
	return r.repository.Manifests().FetchReference(ctx, ref.target())
}

func (r remoteRepository) blob(ctx context.Context, d ocispec.Descriptor) (io.ReadCloser, error) {
	return r.repository.Blobs().Fetch(ctx, d)
}

func (r remoteRepository) put(ctx context.Context, b blob) error {
	there, err := r.repository.Blobs().Exists(ctx, b.Descriptor)
	if err != nil || there {
		return err
	}
	return r.repository.Blobs().Push(ctx, b.Descriptor, bytes.NewReader(b.data))
}

func (r remoteRepository) tag(ctx context.Context, b blob, tag string) error {
	if tag == "" {
		tag = string(b.Digest)
	}
	return r.repository.Manifests().PushReference(ctx, b.Descriptor, bytes.NewReader(b.data), tag)
}

func (r remoteRepository) close() { r.client.CloseIdleConnections() }

// errEnough stops a listing that has enough tags.
var errEnough = errors.New("enough tags")

func (r remoteRepository) tags(ctx context.Context) ([]string, error) {
	const most = 1000
	var out []string
	err := r.repository.Tags(ctx, "", func(tags []string) error {
		for _, tag := range tags {
			if tagForm.MatchString(tag) {
				out = append(out, tag)
			}
		}
		if len(out) > most {
			return errEnough
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		return out[:most], nil
	}
	return out, err
}
