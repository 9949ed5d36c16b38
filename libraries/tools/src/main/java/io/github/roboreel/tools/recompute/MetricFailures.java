package io.github.roboreel.tools.recompute;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.recordings.folder.FileFault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Problems that metric sets which failed for a demo are to those who wanted its metrics. */
final class MetricFailures {
    private MetricFailures() {}

    /**
     * A problem per set that failed.
     *
     * @param file the run file
     * @param demo name of the demo in it
     * @throws IOException when not one set could read the demo: it is damaged then
     */
    public static List<FileFault> of(MetricSets.Computed computed, Path file, String demo) throws IOException {
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
