/** Reading of run files, in this process or in one of its own. */
package io.github.roboreel.recorder.hdf5.read;
