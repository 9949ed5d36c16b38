package io.github.roboreel.tools.check;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.tools.check.scan.DemoFacts;
import io.github.roboreel.tools.check.scan.FileSpace;
import io.github.roboreel.tools.check.scan.RunFacts;
import io.github.roboreel.tools.check.scan.ValueFault;
import io.github.roboreel.tools.folder.EpisodeRecord;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/** Audits a run file by itself: its bytes and values, its attributes, which demos it has. */
final class RunAudit {
    private static final String DATA = "data";

    private final Scope scope;
    private final StoredRun run;
    private final List<EpisodeRecord> records;
    private final RunFacts facts;
    private final Map<String, Object> attributes;

    RunAudit(Scope scope, StoredRun run, List<EpisodeRecord> records) {
        this.scope = scope;
        this.run = run;
        this.records = records;
        this.facts = run.facts();
        this.attributes = facts.attributes();
    }

    void run() {
        for (ValueFault fault : facts.faults()) {
            scope.findings().error(run.path(), fault.inside(), fault.problem(), fault.advice());
        }
        boolean wasOpened = !attributes.isEmpty() || !facts.demos().isEmpty();
        if (!wasOpened || facts.isNewer()) {
            return;
        }
        if (facts.isLive()) {
            scope.findings().note(run.path(), "", "is being recorded now: what is flushed was checked", "");
        }
        boolean hasAttributes =
                facts.faults().stream().noneMatch(f -> f.inside().equals(DATA));
        if (hasAttributes) {
            checkAttributes();
        }
        checkSpace();
        checkDemoNames();
        List<DemoFacts> demos = facts.demos().stream()
                .filter(d -> StoredRun.number(d).isPresent())
                .toList();
        Set<String> allDatasets = new TreeSet<>();
        demos.forEach(d -> allDatasets.addAll(d.datasets().keySet()));
        for (DemoFacts demo : demos) {
            new DemoAudit(scope, run, demo, allDatasets).run();
        }
    }

    private void checkSpace() {
        FileSpace space = facts.space();
        if (facts.isOurs() && !facts.isLive() && space.isWasteful()) {
            scope.findings()
                    .note(
                            run.path(),
                            "",
                            space.deadPercent() + " % of it (" + space.deadBytes() + " bytes) are dead space",
                            "roboreel compact takes it out");
        }
    }

    private void checkAttributes() {
        new ProvenanceAudit(scope, run).run();
        checkTotal();
    }

    private void error(String inside, String problem, String advice) {
        scope.findings().error(run.path(), inside, problem, advice);
    }

    private void checkDemoNames() {
        if (facts.demos().isEmpty() && facts.faults().isEmpty()) {
            error(DATA, "holds no demo", "record the run again");
        }
        Set<Integer> numbers = new HashSet<>();
        for (DemoFacts demo : facts.demos()) {
            OptionalInt number = StoredRun.number(demo);
            if (number.isEmpty()) {
                error(demo.path(), "is no demo: expected groups demo_0, demo_1, ...", "move it into a file of its own");
            } else {
                numbers.add(number.getAsInt());
            }
        }
        expectedEnvs().ifPresent(expected -> checkDemoNumbers(expected, numbers));
    }

    private void checkDemoNumbers(int expected, Set<Integer> numbers) {
        for (int env = 0; scope.isOurs() && env < expected; env++) {
            if (!numbers.contains(env) && isNotReported(env)) {
                error(DATA + "/demo_" + env, "is missing: the run has " + expected + " envs", ValueFault.RESTORE);
            }
        }
        new TreeSet<>(numbers)
                .tailSet(expected)
                .forEach(extra -> error(
                        DATA + "/demo_" + extra,
                        "is one too many: the run has " + expected + " envs",
                        "find out where it comes from and move it out of the file"));
    }

    private boolean isNotReported(int env) {
        String demo = DATA + "/demo_" + env;
        return facts.isComplete()
                && facts.faults().stream().noneMatch(f -> f.inside().startsWith(demo));
    }

    private Optional<Integer> expectedEnvs() {
        if (run.file().isLegacy()) {
            return Optional.empty();
        }
        if (attributes.get(AttributeNames.NUM_ENVS) instanceof Long numEnvs && numEnvs > 0) {
            return Optional.of(Math.toIntExact(Math.min(numEnvs, Integer.MAX_VALUE)));
        }
        OptionalInt configured = scope.env().numEnvs();
        return configured.isPresent() ? Optional.of(configured.getAsInt()) : Optional.empty();
    }

    private void checkTotal() {
        boolean isKnown = facts.isComplete()
                && facts.demos().stream().allMatch(d -> d.numSamples() >= 0)
                && facts.faults().stream().noneMatch(f -> f.inside().matches("data/[^/]+"));
        if (facts.isLive() || !isKnown) {
            return;
        }
        long sum = facts.demos().stream().mapToLong(DemoFacts::numSamples).sum();
        if (!(attributes.get(AttributeNames.TOTAL) instanceof Long total)) {
            error(
                    "data@total",
                    "is " + ProvenanceAudit.given(attributes, AttributeNames.TOTAL) + "; expected " + sum,
                    ValueFault.RESTORE);
        } else if (!scope.isOurs() && total > sum && wasRepeated()) {
            scope.findings()
                    .habit(
                            run.path(),
                            "data@total",
                            "is more than the demos hold, as RoboLab leaves it after a resume");
        } else if (total != sum) {
            error(
                    "data@total",
                    "is " + total + "; the demos hold " + sum + " steps",
                    "set it to " + sum + " when no demo is missing");
        }
    }

    /** RoboLab counts a demo again when a resumed run records it anew. */
    private boolean wasRepeated() {
        Set<Integer> seen = new LinkedHashSet<>();
        return records.stream()
                .filter(r -> r.run().equals(run.file().run()) && r.episode().isPresent())
                .anyMatch(r -> !seen.add(r.episode().getAsInt()));
    }
}
