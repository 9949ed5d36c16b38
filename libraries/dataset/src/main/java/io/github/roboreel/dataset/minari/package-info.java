/**
 * Minari datasets: what they look like on disk is in Farama's documentation of Minari 0.5, and of 0.4 for the older
 * layout.
 */
package io.github.roboreel.dataset.minari;
