/** Exports whose files are made apart from each other, by any number of processes. */
package io.github.roboreel.dataset.shards;
