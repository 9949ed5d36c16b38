package io.github.roboreel.dataset.rlds;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Writes records into files that are numbered from 0; a new one starts where the last would become too large. No record
 * is split.
 */
final class ShardWriter implements Closeable {
    private final Path folder;
    private final long fullBytes;
    private final List<Long> episodes = new ArrayList<>();
    private TfRecordWriter current;
    private long currentBytes;
    private long payloadBytes;

    ShardWriter(Path folder, long fullBytes) {
        this.folder = folder;
        this.fullBytes = fullBytes;
    }

    void write(ExampleBuilder example) throws IOException {
        long bytes = example.payloadBytes();
        long framed = bytes + TfRecordWriter.FRAME_BYTES;
        if (current == null || currentBytes + framed > fullBytes) {
            startNext();
        }
        current.write(example);
        currentBytes += framed;
        payloadBytes += bytes;
        int last = episodes.size() - 1;
        episodes.set(last, episodes.get(last) + 1);
    }

    private void startNext() throws IOException {
        close();
        current = new TfRecordWriter(file(folder, episodes.size()));
        currentBytes = 0;
        episodes.add(0L);
    }

    /** A file's name until their number is known. */
    private static Path file(Path folder, int shard) {
        return folder.resolve("shard-" + shard);
    }

    /** The first files, so many. */
    static List<Path> files(Path folder, int count) {
        return IntStream.range(0, count).mapToObj(shard -> file(folder, shard)).toList();
    }

    /** Episodes in each file. */
    List<Long> episodes() {
        return List.copyOf(episodes);
    }

    long payloadBytes() {
        return payloadBytes;
    }

    @Override
    public void close() throws IOException {
        if (current != null) {
            current.close();
            current = null;
        }
    }
}
