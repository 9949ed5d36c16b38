/** Reads datasets and records their episodes, so that every tool of ours works on them. */
package io.github.roboreel.dataset.read;
