package io.github.roboreel.recorder.hdf5.read;

import java.util.Map;

/**
 * Places of arrays of a demo.
 *
 * @param stamp {@link FileStamp} of the file that they are in
 * @param arrays by path
 */
record RunPlaces(String stamp, Map<String, ArrayPlaces> arrays) {}
