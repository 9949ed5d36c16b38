package io.github.roboreel.recorder.hdf5.compact;

import java.nio.file.Path;

/**
 * Result of a compaction. Immutable.
 *
 * @param runFile the run file
 * @param compacted false when there was too little to save
 * @param bytesBefore its size before
 * @param bytesAfter its size since
 */
public record CompactionReport(Path runFile, boolean compacted, long bytesBefore, long bytesAfter) {}
