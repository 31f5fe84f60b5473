package main

// elsewhere lists packages whose tests read sources or measure time, and therefore
// cannot notice mutants.
var elsewhere = []string{"tests/mutants", "tests/layers", "tests/ci", "tests/speed", "tests/floats"}
