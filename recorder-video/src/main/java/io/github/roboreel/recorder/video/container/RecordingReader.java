package io.github.roboreel.recorder.video.container;

import io.github.roboreel.recorder.video.container.TopBoxes.TopBox;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads what {@link Mp4Recording} wrote before its process died: fragments up to the last whole one. What may follow
 * that is the start of another, and zeros, where writes were lost with the power: no picture ends with a zero (ITU-T
 * H.264, 7.4.1). Anything else is damage. For one file.
 */
public final class RecordingReader {
    private static final int MOST_MOVIE_BYTES = 1 << 20;
    private static final int MOST_FRAGMENT_BYTES = 1 << 12;
    private static final int DATA_HEADER_BYTES = 8;
    private static final int UNIT_LENGTH_BYTES = 4;

    /** 77 hours at 15 Hz, 84 MB of table. */
    private static final int MOST_PICTURES = 1 << 22;

    private final Path file;
    private final FileChannel channel;
    private final TopBoxes boxes;
    private final SampleTable samples = new SampleTable();
    private RecordingHeader header;
    private long at;

    public RecordingReader(Path file, FileChannel channel) throws IOException {
        this.file = file;
        this.channel = channel;
        this.boxes = new TopBoxes(channel, TopBoxes.writtenEnd(channel));
    }

    /**
     * The pictures; empty when there is not a whole one.
     *
     * @throws IOException in one sentence, when it is damaged before its end
     */
    public Optional<RecordedMovie> read() throws IOException {
        if (!readHeader()) {
            return Optional.empty();
        }
        while (readFragment()) {
            if (samples.count() > MOST_PICTURES) {
                throw new IOException(file
                        + " holds more than "
                        + MOST_PICTURES
                        + " pictures, too many to finish; it plays as it is");
            }
        }
        return samples.count() == 0
                ? Optional.empty()
                : Optional.of(new RecordedMovie(file, channel, new Mp4Boxes(header.format()), header.units(), samples));
    }

    /** False when it did not get that far. */
    private boolean readHeader() throws IOException {
        Optional<TopBox> type = whole(0, "ftyp", MOST_FRAGMENT_BYTES);
        Optional<TopBox> movie = type.isEmpty() ? type : whole(type.get().end(), "moov", MOST_MOVIE_BYTES);
        if (movie.isEmpty()) {
            return false;
        }
        try {
            header = RecordingHeader.of(boxes.content(movie.get()));
        } catch (RuntimeException e) {
            throw damaged(e);
        }
        at = movie.get().end();
        return true;
    }

    /** False when there is no whole one any more. */
    private boolean readFragment() throws IOException {
        Optional<TopBox> head = whole(at, "moof", MOST_FRAGMENT_BYTES);
        if (head.isEmpty()) {
            return false;
        }
        RecordingFragment fragment = fragment(head.get());
        long dataBytes = (long) DATA_HEADER_BYTES + fragment.sampleBytes();
        Optional<TopBox> data = whole(head.get().end(), "mdat", dataBytes);
        if (data.isEmpty()) {
            return false;
        }
        if (data.get().size() != dataBytes) {
            throw damaged(null);
        }
        long offset = data.get().contentStart();
        int bytes = fragment.sampleBytes();
        if (!SampleSpans.isFilled(channel, offset, bytes, UNIT_LENGTH_BYTES)) {
            throw damaged(null);
        }
        samples.add(offset, bytes, fragment.timeUnits() / header.frameUnits(), fragment.isKeyFrame());
        at = data.get().end();
        return true;
    }

    private RecordingFragment fragment(TopBox head) throws IOException {
        RecordingFragment fragment;
        try {
            fragment = RecordingFragment.of(boxes.content(head));
        } catch (RuntimeException e) {
            throw damaged(e);
        }
        if (!isInOrder(fragment)
                || fragment.sampleBytes() <= 0
                || fragment.dataOffset() != head.size() + DATA_HEADER_BYTES) {
            throw damaged(null);
        }
        return fragment;
    }

    private boolean isInOrder(RecordingFragment fragment) {
        long time = fragment.timeUnits() / header.frameUnits();
        boolean isNext = samples.count() == 0
                ? time == 0 && fragment.isKeyFrame()
                : time > samples.timeIndex(samples.count() - 1);
        return isNext && fragment.timeUnits() % header.frameUnits() == 0;
    }

    /** The box that must stand there; empty when the recorder did not get to its end. */
    private Optional<TopBox> whole(long start, String name, long mostBytes) throws IOException {
        if (boxes.end() - start < DATA_HEADER_BYTES) {
            return Optional.empty();
        }
        Optional<TopBox> box = boxes.at(start);
        boolean isExpected =
                box.isPresent() && box.get().name().equals(name) && box.get().size() <= mostBytes;
        if (!isExpected) {
            throw damaged(null);
        }
        return boxes.isWhole(box.get()) ? box : Optional.empty();
    }

    private IOException damaged(RuntimeException cause) {
        return new IOException(
                file
                        + " is damaged at byte "
                        + at
                        + ", behind "
                        + samples.count()
                        + " whole pictures, and more follows, so it is left as it is",
                cause);
    }
}
