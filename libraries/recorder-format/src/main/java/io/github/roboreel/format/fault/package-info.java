/** Failures of all modules: their kinds, sentences and advice, and what takes half-done work back. */
package io.github.roboreel.format.fault;
