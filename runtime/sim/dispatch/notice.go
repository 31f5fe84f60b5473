package dispatch

import "fmt"

// Concern is what a notice is about.
type Concern string

// What people should know while they wait.
const (
	NoServer  Concern = "no server"
	NoWorkers Concern = "no workers"
	Slow      Concern = "slow worker"
	Failure   Concern = "failed chunk"
	Lost      Concern = "lost chunk"
	Mismatch  Concern = "mismatch"
	Resumed   Concern = "resumed"
)

// Notice is something that people should know while they wait.
type Notice struct {
	About Concern
	Text  string
}

func (p *peer) tell(about Concern, format string, args ...any) {
	p.port.Tell(Notice{about, fmt.Sprintf(format, args...)})
}
