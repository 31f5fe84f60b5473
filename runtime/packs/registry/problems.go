package registry

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"strings"
	"unicode"

	"oras.land/oras-go/v2/content"
	"oras.land/oras-go/v2/errdef"
	"oras.land/oras-go/v2/registry/remote/auth"
	"oras.land/oras-go/v2/registry/remote/errcode"
)

// explain turns an error of the network, or in the data received, into a
// problem.
func (c Client) explain(ctx context.Context, ref Reference, err error) error {
	at := ref.String()
	var insecure insecureError
	var answer *errcode.ErrorResponse
	var network *url.Error
	var file *fs.PathError
	switch {
	case isProblem(err):
		return err
	case strings.Contains(err.Error(), "bearer realm"): // the library has no error type for this
		return newProblem("registry/insecure", at, "the registry asks to send the login elsewhere: %s", plain(err))
	case errors.As(err, &insecure):
		return newProblem("registry/insecure", at, "%s", insecure.why).
			hint("write --plain-http only if the network between you and that machine is your own")
	case errors.Is(err, errStalled), errors.Is(context.Cause(ctx), errLate):
		return newProblem("registry/interrupted", at, "the registry is too slow: %v", slowError(ctx)).hint("try again later; nothing was kept")
	case errors.As(err, &answer):
		return c.explainResponse(at, answer)
	case errors.Is(err, auth.ErrBasicCredentialNotFound):
		return denied(at, "the registry requires a login")
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return newProblem("registry/interrupted", at, "the transfer was cut short").hint("try again; nothing was kept")
	case errors.Is(err, content.ErrMismatchedDigest), errors.Is(err, content.ErrTrailingData), errors.Is(err, errdef.ErrInvalidDigest):
		return newProblem("registry/damaged", at, "the data received is not what was announced: %s", plain(err))
	case errors.Is(err, errdef.ErrSizeExceedsLimit):
		return newProblem("registry/too-large", at, "the data received is too large: %s", plain(err))
	case errors.As(err, &file):
		return newProblem("registry/unreachable", at, "the folder cannot be used: %s: %v", file.Path, file.Err)
	case errors.As(err, &network):
		return unreachable(at, network.Err)
	case errors.As(err, new(net.Error)):
		return unreachable(at, err)
	}
	return newProblem("registry/damaged", at, "the data received cannot be used: %s", plain(err))
}

func slowError(ctx context.Context) error {
	if errors.Is(context.Cause(ctx), errLate) {
		return errLate
	}
	return errStalled
}

func unreachable(at string, err error) error {
	return newProblem("registry/unreachable", at, "the registry cannot be reached: %s", plain(err)).
		hint("check the name, and whether this machine is on the network")
}

func denied(at, message string) error {
	return newProblem("registry/denied", at, "%s", message).
		hint("sign in with a program that writes the configuration of Docker, such as: docker login, podman login --compat-auth-file, oras login")
}

// explainResponse turns an unsuccessful response into a problem.
func (c Client) explainResponse(at string, a *errcode.ErrorResponse) error {
	switch {
	case a.StatusCode == http.StatusUnauthorized || a.StatusCode == http.StatusForbidden:
		return denied(at, "the registry denied access")
	case a.StatusCode == http.StatusNotFound:
		return newProblem("registry/missing", at, "the registry has nothing with this name")
	case a.StatusCode == http.StatusTooManyRequests || a.StatusCode >= 500:
		return newProblem("registry/unreachable", at, "the registry cannot answer now: %d %s", a.StatusCode, http.StatusText(a.StatusCode)).hint("try again later")
	}
	said := ""
	if len(a.Errors) > 0 {
		said = ": " + plain(a.Errors)
	}
	return newProblem("registry/damaged", at, "the registry answered %d %s%s", a.StatusCode, http.StatusText(a.StatusCode), said)
}

// plain returns the text of an error, which may come from an untrusted server:
// shortened, on one line, without terminal control characters.
func plain(err error) string {
	text := []rune(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, err.Error()))
	return string(text[:min(len(text), 300)])
}
