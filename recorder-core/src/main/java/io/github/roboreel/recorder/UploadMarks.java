package io.github.roboreel.recorder;

import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.UploadMark;
import io.github.roboreel.recorder.spi.FinalFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code uploaded.jsonl}: which listener has taken which file, as it was then, and which of these files were removed.
 * Appended to, and on the disk before a method returns. Under the folder's lock; for one thread.
 */
final class UploadMarks implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(UploadMarks.class);

    private final ResultsFile file;

    /** The last mark of each listener, by file. */
    private final Map<String, Map<String, UploadMark>> marks = new LinkedHashMap<>();

    private final Set<String> listeners = new TreeSet<>();

    private UploadMarks(ResultsFile file) {
        this.file = file;
    }

    /** Reads what is there, and makes it a file to append to. */
    static UploadMarks open(Path folder) throws IOException {
        Path path = folder.resolve(RunFolder.UPLOADED);
        UploadMarks marks = new UploadMarks(ResultsFile.open(path));
        for (String line : Files.readAllLines(path)) {
            UploadMark.parse(line)
                    .ifPresentOrElse(
                            marks::put, () -> LOG.warn("a line of {} is no mark of an upload and is not heeded", path));
        }
        return marks;
    }

    private void put(UploadMark mark) {
        marks.computeIfAbsent(mark.file(), name -> new LinkedHashMap<>()).put(mark.listener(), mark);
        listeners.add(mark.listener());
    }

    private UploadMark mark(String listener, String name) {
        return marks.getOrDefault(name, Map.of()).get(listener);
    }

    /** Whether the listener has taken a file of that name and size. */
    boolean hasSize(String listener, String name, long bytes) {
        UploadMark mark = mark(listener, name);
        return mark != null && mark.bytes() == bytes;
    }

    /** Whether the listener has taken the file with this content. */
    boolean has(String listener, FinalFile taken) {
        UploadMark mark = mark(listener, taken.name());
        return mark != null && mark.sha256().equals(taken.sha256());
    }

    /** Who has ever taken a file of the folder. */
    Set<String> listeners() {
        return Set.copyOf(listeners);
    }

    /** The last mark of each who has taken the file of that name. */
    Collection<UploadMark> of(String name) {
        return List.copyOf(marks.getOrDefault(name, Map.of()).values());
    }

    void add(String listener, FinalFile taken) throws IOException {
        append(List.of(new UploadMark(taken.name(), taken.bytes(), taken.sha256(), listener, now(), null)));
    }

    /** Says of the file of that name that it is about to be removed. */
    void addRemoval(String name) throws IOException {
        List<UploadMark> removals = new ArrayList<>();
        of(name).forEach(mark -> removals.add(mark.asRemoved(now())));
        append(removals);
    }

    private void append(List<UploadMark> added) throws IOException {
        for (UploadMark mark : added) {
            file.append(FormatJson.tree(mark));
        }
        file.force();
        added.forEach(this::put);
    }

    private static String now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
