// Package transport carries the protocol: over a stream, one message a line, and
// over HTTP, calls as POSTs and notifications as server-sent events.
//
// Layer server. It knows messages as bytes only; what they mean is the protocol's.
package transport

import (
	"bufio"
	"context"
	"errors"
	"io"
	"sync"

	"sleight/runtime/diag"
	"sleight/runtime/server/protocol"
)

// maxMessage bounds a message of a client, in bytes: more than a save takes.
const maxMessage = 4 << 20

// Stream serves one client until its input ends. The error is that of the
// streams; a message that is too long ends it.
func Stream(ctx context.Context, s *protocol.Server, in io.Reader, out io.Writer, debug bool) error {
	c := s.Connect(debug)
	w := &lines{out: bufio.NewWriter(out)}
	var told sync.WaitGroup
	told.Go(func() {
		for {
			line, ok := c.Next(ctx)
			if !ok || w.write(line) != nil {
				return
			}
		}
	})
	defer told.Wait()
	defer c.Close()
	messages := bufio.NewScanner(in)
	messages.Buffer(nil, maxMessage)
	for messages.Scan() {
		if len(messages.Bytes()) == 0 {
			continue
		}
		if answer := c.Handle(messages.Bytes()); answer != nil {
			if err := w.write(answer); err != nil {
				return err
			}
		}
	}
	if errors.Is(messages.Err(), bufio.ErrTooLong) {
		d := diag.New("file/too-large", diag.Place{}, "a message is longer than %d bytes", maxMessage)
		return &d
	}
	return messages.Err()
}

// lines writes whole lines of several goroutines.
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
