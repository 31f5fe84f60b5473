package session

import (
	"reflect"
	"testing"

	"sleight/runtime/game/api"
)

// TestCallbacksOfScriptsAreNotMethodsOfASession checks that only a running
// script can reach the methods that package api calls on a session: they would
// change the state outside a transaction. Phase is a method of both and only
// reads.
func TestCallbacksOfScriptsAreNotMethodsOfASession(t *testing.T) {
	callbacks := reflect.TypeFor[api.Flow]()
	if !reflect.TypeFor[flow]().Implements(callbacks) || callbacks.NumMethod() < 6 {
		t.Fatalf("flow lacks callbacks of %v", callbacks)
	}
	for method := range callbacks.Methods() {
		name := method.Name
		if _, ok := reflect.TypeFor[*Session]().MethodByName(name); ok && name != "Phase" {
			t.Errorf("Session has the method %s", name)
		}
	}
}
