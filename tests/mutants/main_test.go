package main

import (
	"os"
	"testing"

	"sleight/tests/memory"
)

func TestMain(m *testing.M) { os.Exit(memory.Tests{M: m}.Run()) }
