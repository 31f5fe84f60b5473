package registry

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

var (
	errStalled = errors.New("nothing was received for too long")
	errLate    = errors.New("the whole transfer took too long")
)

// insecureError is the error for a request that is not sent because it would be
// insecure.
type insecureError struct{ why string }

func (e insecureError) Error() string { return e.why }

// guardedTransport is a transport that refuses requests, redirects included,
// that are unencrypted or lead to this machine, and cancels responses that
// stall.
type guardedTransport struct {
	base *http.Transport
	// host is the registry's; plain allows plain HTTP to other machines.
	host  string
	plain bool
	idle  time.Duration
}

func newTransport(host string, plain bool, idle time.Duration) guardedTransport {
	base := &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            (&net.Dialer{Timeout: idle}).DialContext,
		TLSHandshakeTimeout:    idle,
		ResponseHeaderTimeout:  idle,
		MaxResponseHeaderBytes: 64 << 10,
		DisableCompression:     true, // digests are of the bytes as sent
		ForceAttemptHTTP2:      true,
		IdleConnTimeout:        idle,
	}
	return guardedTransport{base, host, plain, idle}
}

// RoundTrip sends one request.
func (g guardedTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	to := req.URL
	switch {
	case to.Scheme != "https" && to.Scheme != "http":
		return nil, insecureError{fmt.Sprintf("the registry redirects to an address of the form %.20q", to.Scheme)}
	case to.Scheme == "http" && !loopback(to.Host) && !g.plain:
		return nil, insecureError{fmt.Sprintf("the connection to %q is not encrypted", to.Host)}
	case loopback(to.Host) && !loopback(g.host):
		return nil, insecureError{fmt.Sprintf("the registry redirects to this machine, %q", to.Host)}
	}
	ctx, cancel := context.WithCancelCause(req.Context())
	resp, err := g.base.RoundTrip(req.WithContext(ctx))
	if err != nil {
		cancel(nil)
		return nil, err
	}
	resp.Body = &idleTimeoutBody{
		body: resp.Body, ctx: ctx, cancel: cancel, idle: g.idle,
		timer: time.AfterFunc(g.idle, func() { cancel(errStalled) }),
	}
	return resp, nil
}

// CloseIdleConnections closes unused connections.
func (g guardedTransport) CloseIdleConnections() { g.base.CloseIdleConnections() }

// idleTimeoutBody is a response body whose request is cancelled if no data
// arrives for too long.
type idleTimeoutBody struct {
	body   io.ReadCloser
	ctx    context.Context
	cancel context.CancelCauseFunc
	idle   time.Duration
	timer  *time.Timer
}

// Read reads data and restarts the idle timer.
func (b *idleTimeoutBody) Read(p []byte) (int, error) {
	n, err := b.body.Read(p)
	if n > 0 {
		b.timer.Reset(b.idle)
	}
	if err != nil && err != io.EOF && errors.Is(context.Cause(b.ctx), errStalled) {
		err = errStalled
	}
	return n, err
}

// Close closes the body.
func (b *idleTimeoutBody) Close() error {
	b.timer.Stop()
	err := b.body.Close()
	b.cancel(nil)
	return err
}
