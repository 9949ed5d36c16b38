package io.github.roboreel.dashboard.live;

import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EventLogFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reader of an event log that grows while its episode is recorded: each look gives what is new and whole. For one
 * thread at a time.
 */
final class EventLines {
    private static final int MAX_BYTES = 1 << 20;

    private final Path file;
    private long read;

    /** @param from byte where the first line that is wanted starts */
    EventLines(Path file, long from) {
        this.file = file;
        this.read = from;
    }

    /** All events of a file that are whole; none without the file. */
    static List<EpisodeEvent> all(Path file) {
        EventLines lines = new EventLines(file, 0);
        List<EpisodeEvent> all = new ArrayList<>();
        List<EpisodeEvent> more = lines.next();
        while (!more.isEmpty()) {
            all.addAll(more);
            more = lines.next();
        }
        return all;
    }

    /** What has come since the last look. A line that is none of an event is left out. */
    List<EpisodeEvent> next() {
        byte[] bytes = bytes();
        List<EpisodeEvent> events = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                event(Arrays.copyOfRange(bytes, start, i)).ifPresent(events::add);
                start = i + 1;
            }
        }
        // A line longer than this is no event's, and would be read again and again.
        read += start == 0 && bytes.length == MAX_BYTES ? bytes.length : start;
        return events;
    }

    private byte[] bytes() {
        try (FileChannel channel = FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.max(0, Math.min(MAX_BYTES, channel.size() - read)));
            while (bytes.hasRemaining() && channel.read(bytes, read + bytes.position()) > 0) {
                // Until it is full, or the file has become shorter.
            }
            return Arrays.copyOf(bytes.array(), bytes.position());
        } catch (IOException gone) {
            return new byte[0];
        }
    }

    private static Optional<EpisodeEvent> event(byte[] line) {
        try {
            return Optional.of(EventLogFile.decode(line));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
