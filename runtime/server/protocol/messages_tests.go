package protocol

// Tests asks to run the tests of a definition, of a game's pack, or all tests.
type Tests struct {
	Key  string `json:"key,omitempty"`
	Game string `json:"game,omitempty"`
	// Name selects the tests of that name.
	Name string `json:"name,omitempty"`
}

// Tested is the result of a test run.
type Tested struct {
	Passed  int          `json:"passed"`
	Failed  int          `json:"failed"`
	Results []TestResult `json:"results"` // all results for one definition, otherwise only those with a problem or warnings
}

// TestResult is the result of one test.
type TestResult struct {
	Key     string   `json:"key"` // of the definition
	Name    string   `json:"name"`
	Place   string   `json:"place"`
	Passed  bool     `json:"passed"`
	Problem *Problem `json:"problem,omitempty"`
	// Warnings concern a test that passed, such as rigged random results that
	// were never drawn.
	Warnings []Problem `json:"warnings,omitempty"`
}
