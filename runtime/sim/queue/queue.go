// Package queue spreads the games of a question over machines: a work queue on
// NATS JetStream, from which any number of workers take chunks.
//
// Layer sim. Content travels by its digest, once to each worker. A chunk counts
// when its result has arrived, and counts once, whoever played it and however
// often: a worker that dies costs the chunk that it was playing, which another
// plays after it.
package queue

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"sleight/runtime/sim"
	"sleight/runtime/sim/experiment"
)

// The streams and the store on the server, and the subjects in them.
const (
	jobStream    = "SLEIGHT_JOBS"
	resultStream = "SLEIGHT_RESULTS"
	store        = "SLEIGHT_CONTENT"
	consumer     = "workers"

	jobSubject    = "sleight.jobs."
	resultSubject = "sleight.results."
)

const (
	// format is the version of jobs and results. Others are left alone.
	format = 1
	// patience is how long the server waits for a sign of life from a worker
	// that has taken a chunk, before it gives that to another.
	patience = 15 * time.Second
	// keep is how long results and content that nobody fetches stay.
	keep = 24 * time.Hour
	// maxMessage bounds what a message may hold once it is unpacked.
	maxMessage = 256 << 20
)

// job is a chunk of games to play.
type job struct {
	Format   int                 `json:"format"`
	Run      string              `json:"run"`
	Chunk    int                 `json:"chunk"`
	Games    sim.Range           `json:"games"`
	Question experiment.Question `json:"question"`
	// New and Old are the digests of bundles of content.
	New string `json:"new"`
	Old string `json:"old,omitempty"`
}

// result is what came of a job.
type result struct {
	Format int         `json:"format"`
	Chunk  int         `json:"chunk"`
	Worker string      `json:"worker"`
	Result *sim.Result `json:"result,omitempty"`
	// Failure says why the games cannot be played, anywhere.
	Failure string `json:"failure,omitempty"`
}

// Server is a NATS server with the streams that the queue needs.
type Server struct {
	connection *nats.Conn
	js         jetstream.JetStream
	jobs       jetstream.Stream
	results    jetstream.Stream
	content    jetstream.ObjectStore
	patience   time.Duration
}

// Connect opens the queue on a server, and makes it where it is not yet.
func Connect(ctx context.Context, url string) (*Server, error) {
	return connect(ctx, url, patience)
}

func connect(ctx context.Context, url string, patience time.Duration) (*Server, error) {
	connection, err := nats.Connect(url, nats.Name("sleight"), nats.MaxReconnects(-1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", url, err)
	}
	s := &Server{connection: connection, patience: patience}
	if err := s.open(ctx); err != nil {
		connection.Close()
		return nil, fmt.Errorf("%s: the server offers no JetStream to keep the queue in: %w", url, err)
	}
	return s, nil
}

func (s *Server) open(ctx context.Context) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if s.js, err = jetstream.New(s.connection); err != nil {
		return err
	}
	s.jobs, err = s.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: jobStream, Subjects: []string{jobSubject + "*"}, Retention: jetstream.WorkQueuePolicy, MaxAge: keep,
	})
	if err != nil {
		return err
	}
	s.results, err = s.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: resultStream, Subjects: []string{resultSubject + "*"}, MaxAge: keep, Duplicates: keep,
	})
	if err != nil {
		return err
	}
	s.content, err = s.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: store, TTL: keep})
	return err
}

// Close ends the connection.
func (s *Server) Close() { s.connection.Close() }

// pack writes a value for a message.
func pack(v any) ([]byte, error) {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	if err := json.NewEncoder(z).Encode(v); err != nil {
		return nil, err
	}
	err := z.Close()
	return out.Bytes(), err
}

// unpack reads what pack wrote.
func unpack(data []byte, v any) error {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return err
	}
	return json.NewDecoder(io.LimitReader(z, maxMessage)).Decode(v)
}

// ship lays a bundle of content into the store, unless it is there.
func (s *Server) ship(ctx context.Context, digest string, bundle []byte) error {
	_, err := s.content.GetInfo(ctx, digest)
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		_, err = s.content.PutBytes(ctx, digest, bundle)
	}
	return err
}
