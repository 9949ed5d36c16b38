package io.github.roboreel.tools.recompute;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.FileFault.Severity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What was wrong with metric sets: those that failed for a demo, and those that runs were recorded with and that are
 * not there now, in a plug-in that was not given, which are collected here.
 */
final class MetricSetFaults {
    private final List<String> present;
    private final Set<String> missing = new TreeSet<>();

    /** Nothing is missing yet; {@code metrics} are those that are there. */
    public MetricSetFaults(MetricSets metrics) {
        present = metrics.names();
    }

    /** Takes in the names of the sets with which a run was recorded. */
    public void add(Collection<String> recordedWith) {
        recordedWith.stream().filter(set -> !present.contains(set)).forEach(missing::add);
    }

    /**
     * What is to be said about them.
     *
     * @param folder where the runs are
     * @param effect what follows from it, after "so"
     * @param then what to do when they are there, in the words that follow; may be empty
     * @return empty when none is missing
     */
    public Optional<FileFault> problem(Path folder, String effect, String then, Severity severity) {
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of(new FileFault(
                        folder,
                        0,
                        "",
                        "was recorded with metric sets that are not on the class path (" + String.join(", ", missing)
                                + "), so " + effect,
                        "put them on the class path or give the plug-in that brings them" + then,
                        severity));
    }

    /**
     * A problem per set that failed.
     *
     * @param file the run file
     * @param demo name of the demo in it
     * @throws IOException when not one set could read the demo: it is damaged then
     */
    static List<FileFault> failed(MetricSets.Computed computed, Path file, String demo) throws IOException {
        if (computed.known().isEmpty() && !computed.failures().isEmpty()) {
            Throwable first = computed.failures().values().iterator().next();
            throw first instanceof IOException e ? e : new IOException(Sentence.reasonOf(first), first);
        }
        List<FileFault> problems = new ArrayList<>();
        computed.failures()
                .forEach((set, cause) -> problems.add(FileFault.leftOut(
                        file,
                        "holds " + demo + ", for which metric set '" + set + "' failed: " + Sentence.reasonOf(cause),
                        "its values are left out, those of the other sets" + " are not; mend the set")));
        return problems;
    }
}
