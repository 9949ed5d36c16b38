package io.github.roboreel.recordings.folder;

import io.github.roboreel.recorder.NewerFormatException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Results of an output folder that are read on while their file grows and are not kept. What is left of a file that was
 * truncated or replaced is for another one. For one thread.
 */
public final class GrowingResults {
    private final ResultFolder folder;
    private final Optional<ResultsReader> reader;
    private final List<FileFault> sideProblems;

    GrowingResults(ResultFolder folder, Optional<ResultsReader> reader, List<FileFault> sideProblems) {
        this.folder = folder;
        this.reader = reader;
        this.sideProblems = List.copyOf(sideProblems);
    }

    /** The folder as it was listed, without results. */
    public ResultFolder folder() {
        return folder;
    }

    /**
     * Visits the results whose lines have been ended since the last time, in the file's order.
     *
     * @throws NewerFormatException when a line is of a newer version
     */
    public void readOn(Consumer<EpisodeRecord> visitor) throws NewerFormatException {
        if (reader.isPresent()) {
            reader.get().readOn(visitor);
            reader.get().requireKnownVersion();
        }
    }

    /** Whether something follows the last line that has been ended. */
    public boolean hasUnfinished() {
        return reader.isPresent() && reader.get().hasUnfinished();
    }

    /**
     * Visits the result whose line has no end, when it will not be ended any more; nothing may be read after it.
     *
     * @throws NewerFormatException when the line is of a newer version
     */
    public void readUnfinished(Consumer<EpisodeRecord> visitor) throws NewerFormatException {
        if (reader.isPresent()) {
            reader.get().readUnfinished(visitor);
            reader.get().requireKnownVersion();
        }
    }

    /** What could not be read or is doubtful, as {@link ResultFolder#problems} has it of the same results. */
    public List<FileFault> problems() {
        List<FileFault> problems = new ArrayList<>(folder.problems());
        reader.ifPresent(results -> problems.addAll(results.problems()));
        problems.addAll(sideProblems);
        return problems;
    }
}
