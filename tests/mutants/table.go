package main

// elsewhere lists tests that read sources or measure time, and notice no
// mutant that they reach.
var elsewhere = []string{"tests/mutants", "tests/layers", "tests/ci", "tests/speed", "tests/floats"}
