/** Compaction: copies of run files without their dead space. */
package io.github.roboreel.recorder.hdf5.compact;
