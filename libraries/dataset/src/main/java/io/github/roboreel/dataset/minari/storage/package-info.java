/** Arrays of a Minari dataset on the disk: HDF5 or Arrow files, a writer and a reader each. */
package io.github.roboreel.dataset.minari.storage;
