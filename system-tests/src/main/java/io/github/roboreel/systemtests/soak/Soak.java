package io.github.roboreel.systemtests.soak;

import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.recordings.folder.FolderEntries;
import io.github.roboreel.systemtests.formula.Tally;
import io.github.roboreel.tools.check.FolderAudit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/** Session after session, with samples of the process between them. */
final class Soak {
    /** The process that reads for {@code check} is replaced after so many sessions. */
    private static final int SESSIONS_PER_AUDIT = 40;

    private final SoakSpec spec;
    private final Random random;
    private final Consumer<ProcessSample> progress;
    private final Tally counts = new Tally(
            "runs",
            "episodes",
            "discarded_episodes",
            "steps",
            "values_checked",
            "live_values_checked",
            "h5py_values_checked",
            "live_reads",
            "h5py_reads",
            "h5py_refusals",
            "videos",
            "failed_side_sinks",
            "audits");
    private final Violations violations = new Violations();
    private final ProcessSampler sampler = new ProcessSampler();
    private final List<ProcessSample> samples = new ArrayList<>();
    private int sessions;

    /** @param progress gets each sample */
    Soak(SoakSpec spec, Consumer<ProcessSample> progress) {
        this.spec = spec;
        this.progress = progress;
        random = new Random(spec.seed());
    }

    SoakReport run() throws IOException, InterruptedException {
        PythonReader.script();
        // The first one loads the libraries.
        session(new FolderAudit(MetricSettings.roboLab()));
        sample();
        while (!isDone()) {
            FolderAudit audit = new FolderAudit(MetricSettings.roboLab());
            for (int i = 0; i < SESSIONS_PER_AUDIT && !isDone(); i++) {
                session(audit);
                ProcessSample last = samples.get(samples.size() - 1);
                if (spec.isSampleDue(sampler.seconds() - last.seconds(), counts.get("episodes") - last.episodes())) {
                    sample();
                }
            }
        }
        sample();
        return new SoakReport(spec, counts, violations, List.copyOf(samples));
    }

    private boolean isDone() {
        return spec.isDone(sampler.seconds(), counts.get("episodes"));
    }

    private void session(FolderAudit audit) throws IOException, InterruptedException {
        Path folder = spec.folder().resolve("session-" + sessions++);
        long before = violations.count();
        new Session(spec, folder, random, counts, violations).run(audit);
        if (violations.count() > before) {
            violations.add("the recording of that is kept in " + folder);
        } else if (!spec.keep()) {
            FolderEntries.deleteTree(folder);
        }
    }

    private void sample() throws IOException {
        ProcessSample sample = sampler.take(counts.get("episodes"));
        samples.add(sample);
        progress.accept(sample);
    }
}
