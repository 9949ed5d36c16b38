package io.github.roboreel.systemtests.soak;

import io.github.roboreel.format.RunComplete;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.systemtests.formula.Tally;
import io.github.roboreel.tools.check.FolderAudit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A few runs into one output folder, which is then checked as a whole. */
final class Session {
    private static final int MAX_RUNS = 4;

    private final SoakSpec spec;
    private final Path folder;
    private final Random random;
    private final Tally counts;
    private final Violations violations;
    private final List<RunPlan> plans = new ArrayList<>();

    Session(SoakSpec spec, Path folder, Random random, Tally counts, Violations violations) {
        this.spec = spec;
        this.folder = folder;
        this.random = random;
        this.counts = counts;
        this.violations = violations;
    }

    /** Records and checks all runs. */
    void run(FolderAudit audit) throws IOException, InterruptedException {
        Map<SoakSchema, Integer> runsOf = new EnumMap<>(SoakSchema.class);
        int numEnvs = 1 + random.nextInt(spec.mostEnvs());
        int runs = 1 + random.nextInt(MAX_RUNS);
        for (int i = 0; i < runs; i++) {
            SoakSchema schema = SoakSchema.values()[random.nextInt(SoakSchema.values().length)];
            int index = runsOf.merge(schema, 1, Integer::sum) - 1;
            RunPlan plan = RunPlan.random(counts.get("runs"), index, schema, numEnvs, spec.mostSteps(), random);
            plans.add(plan);
            new SoakRun(plan, folder, counts, violations).record();
            new RunCheck(plan, folder, counts, violations)
                    .check(ResultFolder.open(folder).episodes());
        }
        for (Map.Entry<SoakSchema, Integer> entry : runsOf.entrySet()) {
            RunComplete.of(numEnvs, entry.getValue(), entry.getKey().videoMode(), 0, "default")
                    .write(folder.resolve(entry.getKey().envName()));
        }
        audit(audit);
    }

    /** What {@code roboreel check} says; that a sink meant to fail is missed is right. */
    private void audit(FolderAudit audit) throws IOException {
        boolean meant = plans.stream().anyMatch(p -> p.disturbance().trouble() == TroubledSink.Trouble.THROWS);
        for (FileFault finding : audit.audit(folder).findings()) {
            boolean isMeant = meant && finding.problem().contains(TroubledSink.NAME);
            if (finding.severity() == FileFault.Severity.ERROR && !isMeant) {
                violations.add("check found: " + finding.finding());
            }
        }
        counts.add("audits", 1);
    }
}
