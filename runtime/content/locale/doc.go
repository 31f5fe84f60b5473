// Package locale says what a game shows in the language of who looks at it.
//
// Layer content. It knows definitions and the locales of packs. It works on texts as
// the engine gives them, behind the game: no state, log, save or digest knows
// of a language.
package locale
