package io.github.roboreel.tools.recompute;

import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.FileFault.Severity;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Collects the metric sets that runs were recorded with and that are not there now, in a plug-in that was not given.
 */
final class MissingMetricSets {
    private final List<String> present;
    private final Set<String> missing = new TreeSet<>();

    /** Nothing is missing yet; {@code metrics} are those that are there. */
    public MissingMetricSets(MetricSets metrics) {
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
}
