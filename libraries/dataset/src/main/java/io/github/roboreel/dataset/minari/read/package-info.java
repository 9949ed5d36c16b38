/** Minari datasets of others and of ours, as they are read to be imported. */
package io.github.roboreel.dataset.minari.read;
