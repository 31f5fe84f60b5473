package dispatch

import "fmt"

// Concern is the subject of a notice.
type Concern string

// The subjects of notices.
const (
	NoServer  Concern = "no server"
	NoWorkers Concern = "no workers"
	Slow      Concern = "slow worker"
	Failure   Concern = "failed chunk"
	Lost      Concern = "lost chunk"
	Mismatch  Concern = "mismatch"
	Resumed   Concern = "resumed"
)

// Notice is a message for people who wait for a job.
type Notice struct {
	About Concern
	Text  string
}

func (p *peer) notify(about Concern, format string, args ...any) {
	p.port.Notify(Notice{about, fmt.Sprintf(format, args...)})
}
