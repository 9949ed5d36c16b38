/** The run file: where it stands, what it is at the moment, and its datasets while it is written. */
package io.github.roboreel.recorder.hdf5.file;
