package main

// target is a package to mutate.
type target struct {
	path string // below the root
	// outside lists other packages whose tests cover it, asked after its own.
	outside []string
	n       int // mutants to try in a nightly run; 0 is usualCount
}

// usualCount is the number of mutants to try in a package that the table does
// not give another.
const usualCount = 50

// special lists the packages that tests of others cover as well, or that take
// another number of mutants. All other packages of the runtime are covered by
// their own tests.
var special = []target{
	{path: "runtime/diag", outside: []string{"runtime/diag/render"}},
	{path: "runtime/content/def", outside: []string{"runtime/content/load"}},
	{path: "runtime/content/filename", outside: []string{"runtime/content/load"}},
	{path: "runtime/content/schema", outside: []string{"runtime/content/load"}},
	{path: "runtime/content/yaml", outside: []string{"runtime/content/load"}},
	{path: "runtime/check/contenttest", outside: []string{"tests/games"}},
	{path: "runtime/content/parallel", outside: []string{"runtime/content/load"}},
	{path: "runtime/content/locale", outside: []string{"tests/locales"}},
	{path: "runtime/game/state", outside: []string{"runtime/game/session"}},
	{path: "runtime/game/api", outside: []string{"runtime/game/session"}},
	{path: "runtime/game/rules", outside: []string{"runtime/game/session"}},
	{path: "runtime/game/save", outside: []string{"runtime/game/session", "runtime/game/replay"}},
	{path: "runtime/check/lint", outside: []string{"tests/mutations"}},
	{path: "runtime/sim", outside: []string{"runtime/sim/experiment"}},
	{path: "runtime/sim/experiment", outside: []string{"runtime/sim/chart"}},
}
