package protocol

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"strconv"

	"sleight/runtime/content/safefile"
)

// maxEdited is the maximum size of a file that is edited, in bytes: no content
// file may be larger.
const maxEdited = 1 << 20

// editor is the language server of one client.
type editor struct {
	in   *io.PipeWriter
	sent int // messages to the client so far
}

// duplex joins the two directions of a stream.
type duplex struct {
	*io.PipeReader
	out *io.PipeWriter
}

// Write sends to the client.
func (d duplex) Write(p []byte) (int, error) { return d.out.Write(p) }

// Close ends both directions.
func (d duplex) Close() error {
	_ = d.out.Close() // a pipe always closes
	return d.PipeReader.Close()
}

// openEditor starts a language server for the client, which replaces an earlier
// one. It lives as long as the client.
func (c *Client) openEditor(context.Context, None) (Editor, *Error) {
	o := c.server.options
	if o.Editor == nil || o.WriteFile == nil {
		return Editor{}, fail(codeForbidden, "nothing can be written here: run sleight studio in a workspace")
	}
	toServer, in := io.Pipe()
	out, fromServer := io.Pipe()
	e := &editor{in: in}
	c.mutex.Lock()
	before := c.editor
	c.editor = e
	c.mutex.Unlock()
	if before != nil {
		_ = before.in.Close() // a pipe always closes
	}
	go func() {
		if err := o.Editor(c.ctx, duplex{toServer, fromServer}); err != nil && c.ctx.Err() == nil {
			c.server.log.Warn("the language server ended", "error", err)
		}
		_ = fromServer.Close()
		_ = toServer.Close()
	}()
	go c.forward(e, out)
	return Editor{Root: o.Root}, nil
}

// forward passes the messages of the language server on to the client until it
// ends.
func (c *Client) forward(e *editor, out *io.PipeReader) {
	in := textproto.NewReader(bufio.NewReader(out))
	defer out.Close()
	for {
		head, _ := in.ReadMIMEHeader() // a truncated message is not complete
		size, err := strconv.Atoi(head.Get("Content-Length"))
		if err != nil || size < 1 || size > MaxMessage {
			return
		}
		message := make([]byte, size)
		if _, err := io.ReadFull(in.R, message); err != nil {
			return
		}
		e.sent++
		c.post(fmt.Sprint("editor ", e.sent), encoded("editor", EditorMessage{message}))
	}
}

// sendToEditor passes a message on to the language server.
func (c *Client) sendToEditor(_ context.Context, p EditorMessage) (None, *Error) {
	c.mutex.Lock()
	e := c.editor
	c.mutex.Unlock()
	if e == nil {
		return None{}, fail(codeNotFound, "no editor is open; call editor/open first")
	}
	var message bytes.Buffer
	if err := json.Compact(&message, p.Message); err != nil {
		return None{}, fail(codeParams, "message: %v", err)
	}
	if _, err := fmt.Fprintf(e.in, "Content-Length: %d\r\n\r\n%s", message.Len(), message.Bytes()); err != nil {
		return None{}, fail(codeNotFound, "the editor has ended; call editor/open again")
	}
	return None{}, nil
}

// edit replaces the text of a content file, if it is still the text that the
// client has read.
func (c *Client) edit(_ context.Context, p Edit) (None, *Error) {
	if c.server.options.WriteFile == nil {
		return None{}, fail(codeForbidden, "nothing can be written here: run sleight studio in a workspace")
	}
	now, ok := c.server.source(p.File)
	switch {
	case !ok:
		return None{}, fail(codeNotFound, "unknown content file %q", p.File)
	case string(now) != p.Before:
		return None{}, fail(codeContent, "%s has changed in the meantime; read it again", p.File)
	case len(p.After) > maxEdited:
		return None{}, fail(codeParams, "after: a file may have %d bytes", maxEdited)
	}
	if err := c.server.options.WriteFile(p.File, []byte(p.After)); err != nil {
		return None{}, fail(codeForbidden, "%s cannot be written: %s", p.File, safefile.Reason(err))
	}
	return None{}, nil
}
