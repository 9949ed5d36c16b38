/** Compression of chunks: shuffle, deflate streams, and the choice among compressors. */
package io.github.roboreel.recorder.hdf5.deflate;
