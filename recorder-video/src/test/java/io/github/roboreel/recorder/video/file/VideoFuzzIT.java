package io.github.roboreel.recorder.video.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.Bounded;
import io.github.roboreel.recorder.Mutation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damaged recordings and videos before everything that reads them: a whole video or one sentence of the file, in time,
 * with little memory, the original kept, and nothing anywhere else.
 */
@Timeout(1200)
class VideoFuzzIT {
    private static final VideoFormat FORMAT = new VideoFormat(34, 18, new FrameRate(15, 1));
    private static final int FRAMES = 6;
    private static final long MAX_BYTES = 16L << 20;
    private static final long[] EXTREMES = {
        0, 1, 7, 8, 16, -1, 1L << 31, (1L << 31) - 1, 1L << 32, 1L << 62, Long.MAX_VALUE
    };
    private static final List<String> BOXES = List.of(
            "ftyp", "moov", "mvhd", "trak", "mdia", "mdhd", "hdlr", "minf", "stbl", "stsd", "avc1", "avcC", "stts",
            "stsc", "stsz", "co64", "stco", "stss", "mvex", "trex", "moof", "traf", "tfdt", "trun", "mdat");

    @TempDir
    private Path outer;

    private Path folder;
    private Path recording;
    private byte[] recorded;
    private byte[] finished;
    private int survivors;

    @BeforeEach
    void record() throws Exception {
        folder = Files.createDirectory(outer.resolve("Env"));
        recording = folder.resolve("go_2.recording.mp4");
        Path expected = outer.resolve("expected");
        TestRecording.write(recording, FORMAT, VideoCodec.JCODEC, FRAMES, 1, expected);
        recorded = Files.readAllBytes(recording);
        finished = Files.readAllBytes(expected);
        Files.delete(expected);
        Files.delete(recording);
    }

    @Test
    void threeHundredDamagedFilesDoNoHarm() throws Exception {
        damage(300, 17);
    }

    @Test
    @Tag("slow")
    void tenThousandDamagedFilesDoNoHarm() throws Exception {
        damage(10_000, 18);
    }

    private void damage(int cases, int seed) throws Exception {
        Random random = new Random(seed);
        for (int i = 0; i < cases; i++) {
            String name = "case " + i;
            requireHarmlessRecording(name, damaged(recorded, random));
            requireHarmlessVideo(name, damaged(finished, random));
        }
        assertTrue(survivors > cases / 20, "only " + survivors + " of the cases could be read");
        assertTrue(survivors < 2 * cases, "no case was damaged");
    }

    private void requireHarmlessRecording(String name, byte[] content) throws Exception {
        Files.write(recording, content);
        bounded(name, () -> VideoProbe.read(recording), recording);
        bounded(name, () -> VideoFacts.read(recording), recording);
        Optional<Optional<Path>> video = bounded(name, () -> VideoRecovery.finish(recording), recording);
        if (video.isPresent() && video.get().isPresent()) {
            survivors++;
            assertEquals(List.of("go_2.mp4"), names(folder), name);
            assertTrue(VideoProbe.read(video.get().get()).frames() > 0, name);
            Files.delete(video.get().get());
        } else {
            assertEquals(List.of("go_2.recording.mp4"), names(folder), name);
            assertArrayEquals(content, Files.readAllBytes(recording), name);
            Files.delete(recording);
        }
        assertEquals(List.of("Env"), names(outer), name);
    }

    private void requireHarmlessVideo(String name, byte[] content) throws Exception {
        Path finishing = Files.write(folder.resolve("go_3.finishing"), content);
        bounded(name, () -> VideoFacts.read(finishing), finishing);
        Optional<VideoProbe> probe = bounded(name, () -> VideoProbe.read(finishing), finishing);
        Optional<Optional<Path>> video = bounded(name, () -> VideoRecovery.finish(finishing), finishing);
        boolean isVideo = video.isPresent() && video.get().isPresent();
        Path left = isVideo ? folder.resolve("go_3.mp4") : finishing;
        assertEquals(List.of(left.getFileName().toString()), names(folder), name);
        assertArrayEquals(content, Files.readAllBytes(left), name);
        if (isVideo) {
            survivors++;
            assertTrue(probe.orElseThrow().frames() <= FRAMES, name);
        }
        Files.delete(left);
        assertEquals(List.of("Env"), names(outer), name);
    }

    /** What was read; empty when it was refused. */
    private static <T> Optional<T> bounded(String name, Bounded.Reading<T> reading, Path file) throws Exception {
        try {
            return Optional.of(Bounded.read(name, MAX_BYTES, reading));
        } catch (IOException e) {
            assertTrue(e.getMessage().startsWith(file + " "), name + ": " + e);
            return Optional.empty();
        }
    }

    /** Of any file, or sizes and counts of boxes that lie. */
    private static byte[] damaged(byte[] content, Random random) {
        if (random.nextInt(3) > 0) {
            return new Mutation(random).of(content, false);
        }
        byte[] lying = content.clone();
        for (int lies = 1 + random.nextInt(3); lies > 0; lies--) {
            lieAboutASize(lying, random);
        }
        return lying;
    }

    /** In a box's size, or in one of the numbers that it begins with. */
    private static void lieAboutASize(byte[] content, Random random) {
        String text = new String(content, StandardCharsets.ISO_8859_1);
        int at = text.indexOf(BOXES.get(random.nextInt(BOXES.size())), random.nextInt(400));
        if (at < 4) {
            return;
        }
        long lie = EXTREMES[random.nextInt(EXTREMES.length)];
        ByteBuffer bytes = ByteBuffer.wrap(content);
        int field = at - 4 + 4 * random.nextInt(6);
        if (random.nextBoolean() && at + 12 <= content.length) {
            bytes.putInt(at - 4, 1).putLong(at + 4, lie);
        } else if (field + 4 <= content.length) {
            bytes.putInt(field, (int) lie);
        }
    }

    @Test
    void aBoxOfTwoToTheSixtyTwoIsNoReasonToAllocate() throws Exception {
        for (long size : new long[] {1L << 62, Long.MAX_VALUE, -1, 1L << 40}) {
            ByteBuffer lie = ByteBuffer.allocate(recorded.length + 16);
            lie.putInt(1).put("moov".getBytes(StandardCharsets.US_ASCII)).putLong(size);
            lie.put(recorded);
            requireHarmlessRecording("size " + size, lie.array());
            requireHarmlessVideo("size " + size, lie.array());
        }
        assertEquals(0, survivors);
    }

    /** 16 million pictures of one byte each, says a file of a kilobyte. */
    @Test
    void aTableThatClaimsMillionsOfPicturesIsNoReasonToAllocate() throws Exception {
        byte[] lying = finished.clone();
        int table = new String(lying, StandardCharsets.ISO_8859_1).indexOf("stsz");
        ByteBuffer.wrap(lying).putInt(table + 8, 1).putInt(table + 12, 1 << 24);
        requireHarmlessVideo("stsz", lying);
        assertEquals(0, survivors);
    }

    /** A table of contents of a million empty boxes costs no more than a small one. */
    @Test
    void emptyBoxesWithoutEndTakeNoMemory() throws Exception {
        ByteBuffer many = ByteBuffer.allocate(8 << 20);
        many.putInt(many.capacity()).put("moov".getBytes(StandardCharsets.US_ASCII));
        while (many.hasRemaining()) {
            many.putInt(8).put("free".getBytes(StandardCharsets.US_ASCII));
        }
        Path file = Files.write(folder.resolve("many.mp4"), many.array());
        System.gc();
        long before = usedHeapBytes();
        List<Long> peaks = new ArrayList<>();
        assertThrows(IOException.class, () -> VideoProbe.read(file));
        for (BoxFinder.Box box : BoxFinder.in(many.position(8).slice())) {
            if (peaks.size() < 3 && box.name().equals("free")) {
                System.gc();
                peaks.add(usedHeapBytes() - before);
            }
        }
        assertEquals(3, peaks.size());
        assertTrue(peaks.get(2) < (4 << 20), peaks.toString());
    }

    private static long usedHeapBytes() {
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(f -> f.getFileName().toString()).sorted().toList();
        }
    }
}
