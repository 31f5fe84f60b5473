// Package fuel measures what a unit of fuel buys: the time and memory of every
// operator, library function and API function, with arguments that make each as
// expensive as possible, and of programs found by a search for expensive ones.
package fuel
