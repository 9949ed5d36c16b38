package io.github.roboreel.recorder.hdf5.read;

import io.github.roboreel.recorder.spi.DatasetInfo;
import java.util.Map;

/**
 * Arrays of a demo.
 *
 * @param stamp {@link FileIdentity} of the file that they are in
 * @param infos descriptions by path, in the file's order
 * @param places where chunks lie, by path, of those that were asked for and are stored as our recorder does
 */
record DemoArrays(String stamp, Map<String, DatasetInfo> infos, Map<String, ArrayPlaces> places) {}
