package dap

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"sleight/runtime/content/safefile"
	"sleight/runtime/game/debug"
)

// Offer describes a running game that a debugger may attach to. It is kept in a
// file that only the same user can read.
type Offer struct {
	// Process is the process that plays it, and Program the sleight command:
	// repl, play, studio, test or replay.
	Process int    `json:"process"`
	Program string `json:"program"`
	// Workspace is the folder in which it runs.
	Workspace string `json:"workspace"`
	// Game is the game that is played; empty if there may be several.
	Game string `json:"game,omitempty"`
	// Network and Address are where it listens, and Token is the token that it
	// expects first.
	Network string `json:"network"`
	Address string `json:"address"`
	Token   string `json:"token"`
}

func (o Offer) String() string {
	what := o.Program
	if o.Game != "" {
		what += " " + o.Game
	}
	return fmt.Sprintf("%s in %s, process %d", what, o.Workspace, o.Process)
}

// greeting is the first line on a connection: the token, and the number of the
// last message that the editor has received.
type greeting struct {
	Token string `json:"token"`
	Seq   int    `json:"seq"`
}

// greetingTimeout is the maximum time for a connection to send its greeting, and
// busyTimeout the maximum time that a request waits for a running command.
const (
	greetingTimeout = 5 * time.Second
	busyTimeout     = 5 * time.Second
)

// Listener lets debuggers attach to a game.
type Listener struct {
	offer  Offer
	file   string
	in     net.Listener
	target *debug.Target
	source func(file string) ([]byte, bool)
	done   sync.WaitGroup
	stop   context.CancelFunc
}

// Networks on which a game listens: a socket in a folder that only the same user
// can enter, or a port of this machine.
const (
	unixSocket = "unix"
	localPort  = "tcp"
)

// network returns the network for this system: a port on Windows, where sockets are
// protected less.
func network() string {
	if runtime.GOOS == "windows" {
		return localPort
	}
	return unixSocket
}

// Listen offers a game to debuggers of the same user, who find it in a folder.
// The offer needs its program, workspace and game. source finds the text of a file
// of the content.
func Listen(folder string, offer Offer, target *debug.Target, source func(file string) ([]byte, bool)) (*Listener, error) {
	return listen(network(), folder, offer, target, source)
}

func listen(network, folder string, offer Offer, target *debug.Target, source func(file string) ([]byte, bool)) (l *Listener, err error) {
	token := rand.Text()
	offer.Process, offer.Network, offer.Token = os.Getpid(), network, token
	if err := errors.Join(os.MkdirAll(folder, 0o700), os.Chmod(folder, 0o700)); err != nil {
		return nil, err
	}
	name := filepath.Join(folder, fmt.Sprintf("%d-%s", offer.Process, token[:6]))
	l = &Listener{offer: offer, file: name + ".json", target: target, source: source}
	address := "127.0.0.1:0"
	if network == unixSocket {
		if address = name + ".socket"; len(address) > maxAddress {
			return nil, fmt.Errorf("the name of the folder %s is too long for a socket", folder)
		}
	}
	if l.in, err = net.Listen(network, address); err != nil {
		return nil, err
	}
	l.offer.Address = l.in.Addr().String()
	text, err := json.Marshal(l.offer)
	if network == unixSocket {
		err = errors.Join(err, os.Chmod(address, 0o600))
	}
	if err = errors.Join(err, safefile.Write(safefile.Disk{}, l.file, 0o600, safefile.Bytes(text))); err != nil {
		l.in.Close()
		return nil, err
	}
	var ctx context.Context
	ctx, l.stop = context.WithCancel(context.Background())
	l.done.Go(func() { l.accept(ctx) })
	return l, nil
}

// maxAddress is the maximum length of a socket name that every system allows.
const maxAddress = 100

// Offer returns the description by which debuggers find the game.
func (l *Listener) Offer() Offer { return l.offer }

// Close disconnects debuggers, and withdraws the offer.
func (l *Listener) Close() {
	_ = os.Remove(l.file)
	l.target.End()
	l.stop()
	l.in.Close() // and removes the socket
	l.done.Wait()
}

func (l *Listener) accept(ctx context.Context) {
	for {
		conn, err := l.in.Accept()
		if err != nil {
			return
		}
		l.done.Go(func() {
			defer conn.Close()
			l.serve(ctx, conn)
		})
	}
}

// serve answers one debugger that knows the token.
func (l *Listener) serve(ctx context.Context, conn net.Conn) {
	_ = conn.SetReadDeadline(time.Now().Add(greetingTimeout))
	in := bufio.NewReaderSize(conn, 1<<12)
	line, err := in.ReadSlice('\n')
	var g greeting
	if err != nil || json.Unmarshal(line, &g) != nil || subtle.ConstantTimeCompare([]byte(g.Token), []byte(l.offer.Token)) != 1 {
		return
	}
	_ = conn.SetReadDeadline(time.Time{})
	s := newServer(conn, Options{})
	s.seq, s.attachment = g.Seq, &attachment{target: l.target, offer: l.offer, source: l.source}
	_ = s.serve(ctx, in)
}

// offers lists the games that debuggers may attach to. Those of killed
// processes are removed only when a debugger tries to attach (see connectToMatch).
func offers(folder string) []listedOffer {
	files, _ := filepath.Glob(filepath.Join(folder, "*.json"))
	var out []listedOffer
	for _, file := range files {
		f := listedOffer{file: file}
		if text, _ := os.ReadFile(file); json.Unmarshal(text, &f.Offer) == nil {
			out = append(out, f)
		}
	}
	return out
}

// listedOffer is an offer with its file.
type listedOffer struct {
	Offer
	file string
}

// offerFilter selects the running game to attach to.
type offerFilter struct {
	// Workspace is the folder in which the game runs; by default the working
	// folder. Program is the command that plays it, as in Offer, and Process its
	// number: by default any.
	Workspace string `json:"workspace"`
	Program   string `json:"program"`
	Process   int    `json:"process"`
}

func (f *offerFilter) matches(o *Offer) bool {
	return (f.Process == 0 || f.Process == o.Process) && (f.Program == "" || f.Program == o.Program) &&
		(f.Process != 0 || sameFolder(f.Workspace, o.Workspace))
}

func sameFolder(a, b string) bool {
	one, _ := os.Stat(a)
	other, _ := os.Stat(b)
	return os.SameFile(one, other) // false if either is absent
}

// connectToMatch connects to the only game that matches.
func connectToMatch(folder string, w offerFilter) (net.Conn, Offer, error) {
	if w.Workspace == "" {
		w.Workspace = "."
	}
	var conns []net.Conn
	var names, others []string
	var last Offer
	for _, f := range offers(folder) {
		if !w.matches(&f.Offer) {
			others = append(others, f.String())
			continue
		}
		conn, err := net.Dial(f.Network, f.Address)
		if err != nil { // its process has been killed
			_ = os.Remove(f.file)
			_ = os.Remove(strings.TrimSuffix(f.file, ".json") + ".socket")
			continue
		}
		conns, names, last = append(conns, conn), append(names, f.String()), f.Offer
	}
	if len(conns) == 1 {
		return conns[0], last, nil
	}
	for _, conn := range conns {
		conn.Close()
	}
	switch {
	case len(conns) > 1:
		return nil, last, fmt.Errorf("several games can be debugged, choose one by its process or program: %s", strings.Join(names, "; "))
	case len(others) > 0:
		return nil, last, fmt.Errorf("no game that can be debugged matches; these are running: %s", strings.Join(others, "; "))
	}
	return nil, last, errors.New("no running game lets debuggers attach: start one in this workspace with sleight repl --debug-listen, or play, studio, test or replay")
}

// greet sends the first line.
func greet(conn net.Conn, token string, seq int) error {
	line, err := json.Marshal(greeting{token, seq})
	if err == nil {
		_, err = conn.Write(append(bytes.TrimSpace(line), '\n'))
	}
	return err
}
