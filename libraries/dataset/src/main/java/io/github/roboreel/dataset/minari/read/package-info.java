/** Minari datasets of others and of ours, as they are read to be recorded anew. */
package io.github.roboreel.dataset.minari.read;
