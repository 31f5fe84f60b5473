package transport

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"
)

// Loopback reports whether an address, HOST:PORT, accepts only connections from
// this machine. An address without a host does not.
func Loopback(address string) bool {
	host, _, _ := net.SplitHostPort(address) // empty if it fails
	return host == "localhost" || net.ParseIP(host).IsLoopback()
}

// Listen opens an address and returns the host names by which clients may call
// it: the given one, and those of this machine if the address is reachable from
// it.
func Listen(address string) (l net.Listener, hosts []string, err error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, nil, fmt.Errorf("%q is not an address: it reads HOST:PORT, as in 127.0.0.1:8080", address)
	}
	if l, err = net.Listen("tcp", address); err != nil {
		return nil, nil, fmt.Errorf("cannot listen on %s: %w", address, errors.Unwrap(err))
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	names := []string{host}
	everywhere := host == "" || net.ParseIP(host).IsUnspecified()
	if everywhere || Loopback(address) {
		names = append(names, "127.0.0.1", "localhost", "::1")
	}
	if everywhere {
		names = append(names, local()...)
	}
	for _, name := range names {
		if name != "" {
			hosts = append(hosts, strings.ToLower(net.JoinHostPort(name, port)))
		}
	}
	return l, hosts, nil
}

// local lists the addresses of this machine.
func local() (out []string) {
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	for _, a := range addresses {
		if n, ok := a.(*net.IPNet); ok {
			out = append(out, n.IP.String())
		}
	}
	return out
}

// Run serves until ctx ends.
func Run(ctx context.Context, l net.Listener, h http.Handler) error {
	server := &http.Server{
		Handler: h, ReadHeaderTimeout: headTimeout, ReadTimeout: bodyTimeout, MaxHeaderBytes: 1 << 16,
		// Event streams end with the server.
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		<-ctx.Done()
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		if server.Shutdown(last) != nil {
			_ = server.Close()
		}
	}()
	err := server.Serve(l)
	if errors.Is(err, http.ErrServerClosed) {
		<-ended
		return nil
	}
	return err
}
