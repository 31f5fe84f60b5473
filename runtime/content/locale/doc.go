// Package locale translates what a game shows into the language of the viewer.
//
// Layer content. It knows definitions and the locales of packs. It translates
// the texts that the engine returns; game states, logs, saves and digests do
// not depend on a language.
package locale
