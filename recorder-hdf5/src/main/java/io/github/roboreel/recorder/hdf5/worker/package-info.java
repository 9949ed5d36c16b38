/** Work in a process of its own, for what may kill the process that does it. */
package io.github.roboreel.recorder.hdf5.worker;
