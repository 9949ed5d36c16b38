package io.github.roboreel.recorder.uploads;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.UploadMark;
import io.github.roboreel.recorder.files.ResultsFile;
import io.github.roboreel.recorder.spi.FinalFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code uploaded.jsonl}: which listener has taken which file, as it was then. Appended to, and on the disk before
 * {@link #add} returns. Under the folder's lock; for one thread.
 */
final class UploadMarks implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(UploadMarks.class);

    private final ResultsFile file;
    private final Map<String, UploadMark> marks;

    private UploadMarks(ResultsFile file, Map<String, UploadMark> marks) {
        this.file = file;
        this.marks = marks;
    }

    /** Reads what is there, and makes it a file to append to. */
    static UploadMarks open(Path folder) throws IOException {
        Path path = folder.resolve(RunFolder.UPLOADED);
        ResultsFile file = ResultsFile.open(path);
        Map<String, UploadMark> marks = new HashMap<>();
        for (String line : Files.readAllLines(path)) {
            mark(line)
                    .ifPresentOrElse(
                            mark -> marks.put(key(mark.listener(), mark.file()), mark),
                            () -> LOG.warn("a line of {} is no mark of an upload and is not heeded", path));
        }
        return new UploadMarks(file, marks);
    }

    private static Optional<UploadMark> mark(String line) {
        try {
            UploadMark mark = FormatJson.read(FormatJson.utf8(line), UploadMark.class);
            boolean isWhole =
                    mark.file() != null && mark.bytes() != null && mark.sha256() != null && mark.listener() != null;
            return isWhole ? Optional.of(mark) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static String key(String listener, String name) {
        return listener + '\n' + name;
    }

    /** Whether the listener has taken a file of that name and size. */
    boolean hasSize(String listener, String name, long bytes) {
        UploadMark mark = marks.get(key(listener, name));
        return mark != null && mark.bytes() == bytes;
    }

    /** Whether the listener has taken the file with this content. */
    boolean has(String listener, FinalFile taken) {
        UploadMark mark = marks.get(key(listener, taken.name()));
        return mark != null && mark.sha256().equals(taken.sha256());
    }

    void add(String listener, FinalFile taken) throws IOException {
        String now = Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
        UploadMark mark = new UploadMark(taken.name(), taken.bytes(), taken.sha256(), listener, now);
        ObjectNode line = FormatJson.tree(mark);
        file.append(line);
        file.force();
        marks.put(key(listener, taken.name()), mark);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
