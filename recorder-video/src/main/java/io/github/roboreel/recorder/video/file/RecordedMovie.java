package io.github.roboreel.recorder.video.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The pictures that a recording holds.
 *
 * @param file the recording
 * @param channel it, open for reading
 * @param boxes of its format
 * @param units which have its parameter sets
 * @param samples where its pictures stand
 */
record RecordedMovie(Path file, FileChannel channel, Mp4Boxes boxes, NalUnits units, SampleTable samples) {
    /**
     * Writes the same pictures as a plain MP4 whose header comes first; on return its bytes are on the disk.
     *
     * @throws java.nio.file.FileAlreadyExistsException when there is such a file
     */
    void writeFinished(Path finished) throws IOException {
        try (FileChannel out = FileChannel.open(finished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer start = boxes.finishedStart(boxes.description(units), samples);
            while (start.hasRemaining()) {
                out.write(start);
            }
            for (int sample = 0; sample < samples.count(); sample++) {
                copy(file, channel, samples.offset(sample), samples.size(sample), out);
            }
            out.force(true);
        }
    }

    /** Copies some bytes of a file to where another one is. */
    static void copy(Path file, FileChannel channel, long from, long bytes, FileChannel out) throws IOException {
        long copied = 0;
        while (copied < bytes) {
            long count = channel.transferTo(from + copied, bytes - copied, out);
            if (count <= 0) {
                throw new IOException(file + " ended early: it was shortened meanwhile");
            }
            copied += count;
        }
    }
}
