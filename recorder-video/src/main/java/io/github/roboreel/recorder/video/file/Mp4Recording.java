package io.github.roboreel.recorder.video.file;

import io.github.roboreel.format.fault.Undo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * An MP4 while it is being recorded: fragmented, one fragment per picture, so that whatever has been written is
 * playable if the process dies. {@link #finish} writes the same pictures as a plain MP4 whose header comes first. For
 * one thread at a time.
 */
final class Mp4Recording implements AutoCloseable {
    private final Path file;
    private final Mp4Boxes boxes;
    private final FileChannel channel;
    private final SampleTable samples = new SampleTable();
    private final NalUnits units;
    private final ByteBuffer[] parts = new ByteBuffer[3];

    /**
     * Creates the recording.
     *
     * @param buffer may be shared by recordings of the same thread
     * @throws java.nio.file.FileAlreadyExistsException when there is such a file
     */
    Mp4Recording(Path file, VideoFormat format, SampleBuffer buffer) throws IOException {
        this.file = file;
        this.units = new NalUnits(buffer);
        this.boxes = new Mp4Boxes(format);
        this.channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    /**
     * Appends one encoded picture.
     *
     * @param annexB its NAL units, parameter sets with the first picture
     * @param timeIndex when it is shown, in frames from the start; the first one is shown from the start on, since not
     *     every player can start with nothing
     */
    void add(ByteBuffer annexB, long timeIndex) throws IOException {
        units.read(annexB);
        if (units.sequenceParameters() == null || units.pictureParameters() == null) {
            throw new IOException("the encoder gave a picture before its parameter sets");
        }
        long end = channel.position();
        try {
            append(timeIndex);
        } catch (Throwable e) {
            // Players stumble over half a picture.
            Undo.after(e, () -> channel.truncate(end));
            throw e;
        }
    }

    private void append(long timeIndex) throws IOException {
        if (samples.count() == 0) {
            write(boxes.fragmentedStart(units));
        }
        ByteBuffer sample = units.sample();
        int bytes = sample.remaining();
        long frame = samples.count() == 0 ? 0 : timeIndex;
        parts[0] = boxes.fragment(samples.count() + 1, frame, bytes, units.keyFrame());
        parts[1] = Mp4Boxes.dataHeader(bytes);
        parts[2] = sample;
        long offset = channel.position() + parts[0].remaining() + parts[1].remaining();
        while (sample.hasRemaining()) {
            channel.write(parts);
        }
        samples.add(offset, bytes, frame, units.keyFrame());
    }

    private void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    int frames() {
        return samples.count();
    }

    /**
     * Writes the finished video; on return its bytes are on the disk. The recording stays.
     *
     * @throws java.nio.file.FileAlreadyExistsException when there is such a file
     */
    void finish(Path finished) throws IOException {
        new RecordedMovie(file, channel, boxes, units, samples).writeFinished(finished);
    }

    /** Closes the recording, which stays as it is. */
    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** Closes and deletes the recording. */
    void delete() throws IOException {
        close();
        Files.deleteIfExists(file);
    }
}
