/** {@code ./roboreel bench read}: h5py on our file and on the peer's. */
package io.github.roboreel.recorder.bench.read;
