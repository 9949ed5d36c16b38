/** Reads datasets and records their episodes anew, so that every tool of ours works on them. */
package io.github.roboreel.dataset.read;
