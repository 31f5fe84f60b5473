package queue

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"sleight/runtime/sim/dispatch"
)

// unreadable reports whether an error is caused by a malformed address.
func unreadable(err error) bool {
	var form *url.Error
	return errors.As(err, &form)
}

// open opens the stream and the store, and creates them if they are missing.
func (s *Server) open(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	js, err := jetstream.New(s.connection)
	if err != nil {
		return err
	}
	results, err := js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: resultStream, Subjects: []string{resultSubject + ">"}, MaxMsgsPerSubject: 1, MaxAge: keepFor, AllowDirect: false,
	})
	if err != nil {
		return fmt.Errorf("the server has no JetStream for the queue: %w", err)
	}
	content, err := js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: contentStore, TTL: keepFor})
	if err != nil {
		return fmt.Errorf("the server has no JetStream for the queue: %w", err)
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.js, s.results, s.content = js, results, content
	return nil
}

// handles returns the handles of JetStream, the stream and the store.
func (s *Server) handles() (jetstream.JetStream, jetstream.Stream, jetstream.ObjectStore) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.js, s.results, s.content
}

// timeoutOf returns the timeout of one attempt.
func timeoutOf(op dispatch.Op) time.Duration {
	if op == dispatch.Ship || op == dispatch.Fetch {
		return transferTimeout
	}
	return callTimeout
}

// do sends a request to the server once. After a temporary error, the caller
// must try again. If the server has lost its stream or store, do creates new
// ones.
func (s *Server) do(ctx context.Context, r dispatch.Request) dispatch.Answer {
	ctx, cancel := context.WithTimeout(ctx, timeoutOf(r.Op))
	defer cancel()
	var a dispatch.Answer
	var err error
	switch r.Op {
	case dispatch.Begin:
		a.Found = true
		a.Data, err = s.begin(ctx, r)
	case dispatch.Ship:
		err = s.ship(ctx, r.Digest, r.Data)
	case dispatch.Fetch:
		a.Found, a.Data, err = s.fetch(ctx, r.Digest)
	case dispatch.Store:
		err = s.store(ctx, r)
	case dispatch.Lookup:
		a.Found, a.Result, err = s.lookup(ctx, r)
	case dispatch.List:
		a.Chunks, err = s.list(ctx, r.Job)
	}
	a.ID = r.ID
	if err != nil {
		a.Err, a.Final = err.Error(), !temporary(err)
		if errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrBucketNotFound) ||
			errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, nats.ErrNoResponders) {
			_ = s.open(ctx) // if it fails, so will the next attempt
		}
	}
	return a
}

// once returns options with which the server ignores a repeated request if it
// has carried it out within the last two minutes. Otherwise a repetition that
// arrives after Forget would leave data behind: a result, or a record that keeps
// other jobs from using the name.
func once(r dispatch.Request) []jetstream.PublishOpt {
	if r.From == "" {
		return nil
	}
	return []jetstream.PublishOpt{jetstream.WithMsgID(r.From + "." + strconv.Itoa(r.ID))}
}

// begin stores the record of a job, or returns the one that is already stored.
func (s *Server) begin(ctx context.Context, r dispatch.Request) ([]byte, error) {
	js, results, _ := s.handles()
	subject := resultSubject + r.Job + ".record"
	_, err := js.Publish(ctx, subject, r.Data, append(once(r), jetstream.WithExpectLastSequencePerSubject(0))...)
	var refused *jetstream.APIError
	if !errors.As(err, &refused) || refused.ErrorCode != jetstream.JSErrCodeStreamWrongLastSequence {
		return r.Data, err
	}
	m, err := results.GetLastMsgForSubject(ctx, subject)
	if err != nil {
		return nil, err
	}
	return m.Data, nil
}

// ship stores a blob, unless an intact copy of it is already stored.
func (s *Server) ship(ctx context.Context, digest string, data []byte) error {
	found, have, err := s.fetch(ctx, digest)
	if err != nil || found && bytes.Equal(have, data) {
		return err
	}
	_, _, content := s.handles()
	_, err = content.PutBytes(ctx, digest, data)
	return err
}

// fetch returns a stored blob. A blob that the server has lost in part, or that
// it returns with other bytes than it was given, counts as not found.
func (s *Server) fetch(ctx context.Context, digest string) (bool, []byte, error) {
	js, _, content := s.handles()
	info, err := content.GetInfo(ctx, digest)
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return false, nil, nil
	}
	if err != nil {
		return false, nil, err
	}
	// The library would wait for missing chunks until the context ends.
	chunks := "$O." + contentStore + ".C." + info.NUID
	stream, err := js.Stream(ctx, "OBJ_"+contentStore)
	if err != nil {
		return false, nil, err
	}
	stored, err := stream.Info(ctx, jetstream.WithSubjectFilter(chunks))
	if err != nil {
		return false, nil, err
	}
	if stored.State.Subjects[chunks] != uint64(info.Chunks) {
		return false, nil, nil
	}
	data, err := content.GetBytes(ctx, digest)
	if errors.Is(err, jetstream.ErrDigestMismatch) {
		return false, nil, nil
	}
	return err == nil, data, err
}

// envelope is the wire format of a result.
type envelope struct {
	Semantics string          `json:"semantics"`
	Record    string          `json:"record"`
	Chunk     int             `json:"chunk"`
	Worker    string          `json:"worker"`
	Result    json.RawMessage `json:"result"`
}

func subjectOf(job string, chunk int) string { return resultSubject + job + "." + strconv.Itoa(chunk) }

func (s *Server) store(ctx context.Context, r dispatch.Request) error {
	data, err := pack(envelope{r.Result.Semantics, r.Result.Record, r.Result.Chunk, r.Result.Worker, r.Result.Data})
	if err != nil {
		return err
	}
	if most := s.connection.MaxPayload(); most > 0 && int64(len(data)) > most-1024 {
		return fmt.Errorf("%w: a result of %d bytes is larger than the server takes, which is %d (max_payload); choose a smaller --chunk", nats.ErrMaxPayload, len(data), most)
	}
	js, _, _ := s.handles()
	_, err = js.Publish(ctx, subjectOf(r.Job, r.Chunk), data, once(r)...)
	return err
}

func (s *Server) lookup(ctx context.Context, r dispatch.Request) (bool, *dispatch.Result, error) {
	_, results, _ := s.handles()
	m, err := results.GetLastMsgForSubject(ctx, subjectOf(r.Job, r.Chunk))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return false, nil, nil
	}
	if err != nil {
		return false, nil, err
	}
	var e envelope
	if err := unpack(m.Data, &e); err != nil {
		return false, nil, nil // damaged: the chunk has to be played again
	}
	return true, &dispatch.Result{Semantics: e.Semantics, Record: e.Record, Chunk: e.Chunk, Worker: e.Worker, Data: e.Result}, nil
}

// list returns the chunks of a job for which results are stored.
func (s *Server) list(ctx context.Context, job string) ([]int, error) {
	_, results, _ := s.handles()
	info, err := results.Info(ctx, jetstream.WithSubjectFilter(resultSubject+job+".*"))
	if err != nil {
		return nil, err
	}
	var out []int
	for subject := range info.State.Subjects {
		if chunk, err := strconv.Atoi(subject[strings.LastIndexByte(subject, '.')+1:]); err == nil {
			out = append(out, chunk)
		}
	}
	return out, nil
}

// Forget deletes everything a job has stored except its content, which other
// jobs may use. If a worker that was given up stores its result even later, the
// server keeps that result for keepFor, and only a job with an equal record
// counts it.
func (s *Server) Forget(job string) error {
	ctx, cancel := context.WithTimeout(context.Background(), callTimeout)
	defer cancel()
	_, results, _ := s.handles()
	return results.Purge(ctx, jetstream.WithPurgeSubject(resultSubject+job+".*"))
}

// pack encodes a value for a message.
func pack(v any) ([]byte, error) {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	if err := json.NewEncoder(z).Encode(v); err != nil {
		return nil, err
	}
	err := z.Close()
	return out.Bytes(), err
}

// unpack decodes what pack has encoded.
func unpack(data []byte, v any) error {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return err
	}
	return json.NewDecoder(io.LimitReader(z, maxMessage)).Decode(v)
}
