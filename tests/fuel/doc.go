// Package fuel measures what a unit of fuel buys: the time and memory of every
// operator, library function and API function, over shapes that make each as
// expensive as it gets, and by a search for expensive programs.
package fuel
