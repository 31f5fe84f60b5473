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

// maxMessage is the maximum size of a client's message, in bytes: more than a
// save needs.
const maxMessage = 4 << 20

// maxWaiting is how many messages of a client may wait to be answered; further
// ones are not read.
const maxWaiting = 16

// Stream serves one client until its input or the context ends. Messages are
// answered one after another, except those that cancel a call. The error is
// that of the streams; a message that is too long ends it. When the context
// ends, a goroutine that waits for input is left behind.
func Stream(ctx context.Context, s *protocol.Server, in io.Reader, out io.Writer, r protocol.Rights) error {
	asked := ctx
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	c := s.Connect(r)
	w := &lines{out: bufio.NewWriter(out)}
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
	answer := func(message []byte) {
		if line := c.Handle(ctx, message); line != nil {
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
	messages := bufio.NewScanner(in)
	messages.Buffer(nil, maxMessage+1) // including the end of its line
	for messages.Scan() {
		switch message := bytes.Clone(messages.Bytes()); {
		case len(message) == 0:
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
		d := diag.New("file/too-large", diag.Place{}, "a message is longer than %d bytes", maxMessage)
		return &d
	}
	return messages.Err()
}

// lines writes whole lines on behalf of several goroutines.
type lines struct {
	mutex sync.Mutex
	out   *bufio.Writer
}

func (w *lines) write(line []byte) error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	_, err := w.out.Write(append(line[:len(line):len(line)], '\n'))
	return errors.Join(err, w.out.Flush())
}
