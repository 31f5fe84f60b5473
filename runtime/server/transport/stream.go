// Package transport carries the protocol over a stream, one message a line, and
// over HTTP, with calls as POSTs and notifications as server-sent events.
//
// Layer server. It handles messages as bytes; package protocol interprets them.
package transport

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"sync"

	"sleight/runtime/diag"
	"sleight/runtime/server/protocol"
)

// maxMessage is the maximum size of a client's message, in bytes.
const maxMessage = protocol.MaxMessage

// maxSkipped is the maximum size, in bytes, of a message that is skipped because it is
// too long. A longer one might never end, so it ends the stream.
const maxSkipped = 64 << 20

// maxWaiting is how many messages of a client may wait to be answered; further
// ones are not read.
const maxWaiting = 16

// Stream serves one client until its input or the context ends. Messages are
// answered one after another, except those that cancel a call. One that is too
// long is answered with an error and skipped. The error is that of the streams,
// or that a message does not end. When the context ends, a goroutine that waits
// for input is left behind.
func Stream(ctx context.Context, s *protocol.Server, in io.Reader, out io.Writer, r protocol.Rights) error {
	asked := ctx
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	c := s.Connect(r)
	w := &lineWriter{out: bufio.NewWriter(out)}
	var notifying sync.WaitGroup
	notifying.Go(func() {
		for {
			line, ok := c.Next(ctx)
			if !ok || w.write(line) != nil {
				return
			}
		}
	})
	defer notifying.Wait()
	defer c.Close()
	answer := func(message []byte) { // nil is one that was too long
		line := protocol.TooLong()
		if message != nil {
			line = c.Handle(ctx, message)
		}
		if line != nil {
			if err := w.write(line); err != nil {
				stop(err)
			}
		}
	}
	waiting, failed := make(chan []byte, maxWaiting), make(chan error, 1)
	go func() {
		defer close(waiting)
		failed <- read(ctx, in, waiting, answer)
	}()
	for {
		select {
		case message, ok := <-waiting:
			if !ok {
				return <-failed
			}
			answer(message)
		case <-ctx.Done():
			if asked.Err() != nil {
				return nil
			}
			return context.Cause(ctx)
		}
	}
}

// read reads messages, one per line. It answers urgent messages itself.
func read(ctx context.Context, in io.Reader, waiting chan<- []byte, answer func([]byte)) error {
	messages, split := bufio.NewScanner(in), &splitter{}
	messages.Buffer(nil, maxMessage+1) // including the end of its line
	messages.Split(split.split)
	for messages.Scan() {
		message := bytes.Clone(messages.Bytes())
		if split.long {
			message = nil
		}
		switch {
		case len(message) == 0 && !split.long:
		case protocol.Urgent(message):
			answer(message)
		default:
			select {
			case waiting <- message:
			case <-ctx.Done():
				return nil
			}
		}
	}
	if errors.Is(messages.Err(), bufio.ErrTooLong) {
		d := diag.New("file/too-large", diag.Place{}, "a message is longer than %d bytes", maxSkipped)
		return &d
	}
	return messages.Err()
}

// splitter splits input into lines. A line longer than a message becomes an empty
// one.
type splitter struct {
	// skipped is how many bytes of the current line were skipped.
	skipped int
	// long is set if the last line was longer than a message.
	long bool
}

func (s *splitter) split(data []byte, atEOF bool) (advance int, line []byte, err error) {
	s.long = false
	advance, line, err = bufio.ScanLines(data, atEOF)
	ended := advance > 0 || atEOF
	switch {
	case !ended && len(data) > maxMessage:
		if s.skipped += len(data); s.skipped > maxSkipped {
			return 0, nil, bufio.ErrTooLong
		}
		return len(data), nil, nil
	case ended && s.skipped > 0:
		s.long, s.skipped = true, 0
		return advance, []byte{}, nil
	}
	return advance, line, err
}

// lineWriter writes whole lines on behalf of several goroutines.
type lineWriter struct {
	mutex sync.Mutex
	out   *bufio.Writer
}

func (w *lineWriter) write(line []byte) error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	_, err := w.out.Write(append(line[:len(line):len(line)], '\n'))
	return errors.Join(err, w.out.Flush())
}
