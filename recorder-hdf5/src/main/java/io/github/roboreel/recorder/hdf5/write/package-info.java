/** Writing of run files: from rows in staging to chunks in the file. */
package io.github.roboreel.recorder.hdf5.write;
