package io.github.roboreel.recorder.video.file;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.video.file.TopBoxes.TopBox;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reader of what {@link Mp4Recording} wrote before its process died: fragments up to the last whole one. What may
 * follow that is the start of another, and zeros, where writes were lost with the power: no picture ends with a zero
 * (ITU-T H.264, 7.4.1). Anything else is damage. For one file.
 *
 * <p>By hand: libavformat skips a damaged fragment without a word, takes half a picture for a whole one, and may be
 * missing where a recording is to be finished.
 */
final class RecordingReader {
    private static final int MAX_MOVIE_BYTES = 1 << 20;
    private static final int MAX_FRAGMENT_BYTES = 1 << 12;
    private static final int DATA_HEADER_BYTES = 8;
    private static final int UNIT_LENGTH_BYTES = 4;

    /** 77 hours at 15 Hz, 84 MB of table. */
    private static final int MAX_PICTURES = 1 << 22;

    private final Path file;
    private final FileChannel channel;
    private final SampleSpans.Units units;
    private final TopBoxes boxes;
    private final SampleTable samples = new SampleTable();
    private RecordingHeader header;
    private long at;

    private RecordingReader(Path file, FileChannel channel) throws IOException {
        this.file = file;
        this.channel = channel;
        this.units = new SampleSpans.Units(channel, UNIT_LENGTH_BYTES);
        this.boxes = new TopBoxes(channel, TopBoxes.writtenEnd(channel));
    }

    /**
     * Writes a recording's pictures as a finished video, whose bytes are on the disk then; what stood there is
     * replaced.
     *
     * @return false when the recording holds not one whole picture, and nothing is written then
     * @throws IOException in one sentence, when it is damaged before its end or the video cannot be written
     */
    public static boolean finish(Path recording, Path finished) throws IOException {
        try (FileChannel channel = FileChannel.open(recording)) {
            Optional<RecordedMovie> movie = new RecordingReader(recording, channel).read();
            if (movie.isPresent()) {
                write(movie.get(), finished);
            }
            return movie.isPresent();
        }
    }

    private static void write(RecordedMovie movie, Path finished) throws IOException {
        Files.deleteIfExists(finished);
        try {
            movie.writeFinished(finished);
        } catch (IOException e) {
            Files.deleteIfExists(finished);
            throw e;
        } catch (ArithmeticException | IllegalArgumentException e) {
            Files.deleteIfExists(finished);
            throw new IOException(movie.file() + " is damaged: it shows a picture for longer than can be", e);
        }
    }

    /**
     * The pictures; empty when there is not a whole one.
     *
     * @throws IOException in one sentence, when it is damaged before its end
     */
    private Optional<RecordedMovie> read() throws IOException {
        if (!readHeader()) {
            return Optional.empty();
        }
        while (readFragment()) {
            if (samples.count() > MAX_PICTURES) {
                throw new IOException(Sentence.of(
                        "%s holds more than %d pictures, too many to finish; it plays as it is", file, MAX_PICTURES));
            }
        }
        return samples.count() == 0
                ? Optional.empty()
                : Optional.of(new RecordedMovie(file, channel, new Mp4Boxes(header.format()), header.units(), samples));
    }

    /** False when it did not get that far. */
    private boolean readHeader() throws IOException {
        Optional<TopBox> type = whole(0, "ftyp", MAX_FRAGMENT_BYTES);
        Optional<TopBox> movie = type.isEmpty() ? type : whole(type.get().end(), "moov", MAX_MOVIE_BYTES);
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
        Optional<TopBox> head = whole(at, "moof", MAX_FRAGMENT_BYTES);
        if (head.isEmpty()) {
            return false;
        }
        Fragment fragment = fragment(head.get());
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
        if (!units.fill(offset, bytes)) {
            throw damaged(null);
        }
        samples.add(offset, bytes, fragment.timeUnits() / header.frameUnits(), fragment.isKeyFrame());
        at = data.get().end();
        return true;
    }

    private Fragment fragment(TopBox head) throws IOException {
        Fragment fragment;
        try {
            fragment = Fragment.of(boxes.content(head));
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

    private boolean isInOrder(Fragment fragment) {
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
        String sentence =
                "%s is damaged at byte %d, behind %d whole pictures, and more follows, so it is left as it is";
        return new IOException(Sentence.of(sentence, file, at, samples.count()), cause);
    }

    /**
     * The box before a recorded picture, see {@link Mp4Boxes#fragment}.
     *
     * @param timeUnits when it is shown, in time units from the start
     * @param dataOffset from the start of the box to the picture
     * @param sampleBytes size of the picture
     */
    private record Fragment(long timeUnits, int dataOffset, int sampleBytes, boolean isKeyFrame) {
        private static final int OFFSET_SIZE_AND_FLAGS = 0x601;
        private static final int FLAGS_MASK = 0xffffff;
        private static final int DEPENDENT = 0x00010000;

        /** From the content of its moof; throws {@link IllegalArgumentException} if it is not ours. */
        static Fragment of(ByteBuffer content) {
            ByteBuffer track = BoxFinder.require(content, "traf");
            ByteBuffer time = BoxFinder.require(track, "tfdt");
            ByteBuffer run = BoxFinder.require(track, "trun");
            boolean isOurs = (run.getInt() & FLAGS_MASK) == OFFSET_SIZE_AND_FLAGS && run.getInt() == 1;
            if (!isOurs) {
                throw new IllegalArgumentException("no fragment of one picture");
            }
            return new Fragment(
                    time.get(0) == 1 ? time.getLong(4) : time.getInt(4) & 0xffffffffL,
                    run.getInt(),
                    run.getInt(),
                    (run.getInt() & DEPENDENT) == 0);
        }
    }
}
