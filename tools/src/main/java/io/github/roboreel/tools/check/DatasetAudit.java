package io.github.roboreel.tools.check;

import io.github.roboreel.tools.check.scan.DatasetFacts;
import io.github.roboreel.tools.check.scan.DemoFacts;
import io.github.roboreel.tools.check.scan.KnownDataset;
import io.github.roboreel.tools.check.scan.ValueFault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Audits how the datasets of a demo are stored: types, shapes, lengths, chunks. */
final class DatasetAudit {
    private static final int MANY = 4;
    static final String IMPORTED = "imported_from";
    private static final List<String> FILTERS = List.of("shuffle", "deflate");

    private final Scope scope;
    private final StoredRun run;
    private final DemoFacts demo;
    private final Map<Long, List<String>> otherRows = new TreeMap<>();

    DatasetAudit(Scope scope, StoredRun run, DemoFacts demo) {
        this.scope = scope;
        this.run = run;
        this.demo = demo;
    }

    void run() {
        demo.datasets().forEach(this::checkType);
        demo.datasets().forEach(this::checkLength);
        reportStepRows();
        if (!scope.isOurs()) {
            checkSubtaskRows();
        }
    }

    private void error(String path, String problem) {
        scope.findings().error(run.path(), demo.path() + "/" + path, problem, ValueFault.RESTORE);
    }

    private void habit(String path, String sentence) {
        scope.findings().habit(run.path(), demo.path() + "/" + path, sentence);
    }

    private void checkType(String path, DatasetFacts facts) {
        known(path).ifPresent(known -> {
            if (!known.dtype().equals(facts.dtype())) {
                scope.errorIfOurs(
                        run.path(),
                        demo.path() + "/" + path,
                        "is " + facts.dtype() + "; expected " + known.dtype(),
                        ValueFault.RESTORE);
            }
            if (!known.hasShape(facts.rowShape())) {
                error(
                        path,
                        "has rows of shape "
                                + facts.rowShape()
                                + "; expected "
                                + known.rowShape().toString().replace("-1", "n"));
            }
        });
        if (path.matches("obs/[^/]+/.+")) {
            checkNesting(path);
        }
        if (scope.isOurs()) {
            checkStorage(path, facts);
        }
    }

    /** What was imported from another format keeps its types, whatever they are called. */
    private Optional<KnownDataset> known(String path) {
        return scope.env().config().has(IMPORTED) ? Optional.empty() : KnownDataset.of(path);
    }

    private void checkNesting(String path) {
        if (!scope.isOurs()) {
            habit(path, "stands one group deeper than documented, as RoboLab writes observations");
        }
    }

    private void checkStorage(String path, DatasetFacts facts) {
        if (!isStep(path)) {
            return;
        }
        if (!facts.hasWholeRowChunks()) {
            error(
                    path,
                    "has chunks of shape "
                            + facts.chunkShape()
                            + "; expected rows of "
                            + facts.rowShape()
                            + ": 500, or as many as make 256 KiB to 1 MiB, or one");
        }
        if (!facts.filters().equals(FILTERS)) {
            error(path, "has filters " + facts.filters() + "; expected " + FILTERS);
        }
    }

    private static boolean isStep(String path) {
        return !isInitial(path) && !path.startsWith("final_obs/");
    }

    private static boolean isInitial(String path) {
        return path.startsWith("initial_state/") || path.startsWith("initial_camera_extrinsics/");
    }

    private void checkLength(String path, DatasetFacts facts) {
        if (isInitial(path)) {
            checkInitialRows(path, facts.rows());
        } else if (path.startsWith("final_obs/")) {
            if (facts.rows() > 1) {
                error(path, "has " + facts.rows() + " rows; expected 0 or 1");
            }
        } else if (scope.isOurs() || !path.startsWith("subtask/")) {
            checkStepRows(path, facts.rows());
        }
    }

    private void checkStepRows(String path, long rows) {
        boolean good = run.facts().isLive() ? rows >= demo.numSamples() : rows == demo.numSamples();
        if (demo.numSamples() >= 0 && !good) {
            otherRows.computeIfAbsent(rows, r -> new ArrayList<>()).add(path);
        }
    }

    /** Where many datasets agree with each other, it is the attribute that is wrong. */
    private void reportStepRows() {
        otherRows.forEach((rows, paths) -> {
            if (paths.size() < MANY) {
                paths.forEach(p -> error(p, "has " + rows + " rows; num_samples is " + demo.numSamples()));
            } else {
                error(
                        "@num_samples",
                        "is "
                                + demo.numSamples()
                                + "; "
                                + paths.size()
                                + " datasets have "
                                + rows
                                + " rows, "
                                + paths.get(0)
                                + " first");
            }
        });
    }

    private void checkInitialRows(String path, long rows) {
        if (demo.numSamples() <= 0) {
            return;
        }
        if (rows == 0 || scope.isOurs() && rows != 1) {
            error(path, "has " + rows + " rows; expected 1");
        } else if (rows > 1) {
            habit(
                    "initial_state",
                    "has " + rows + " rows: one per reset, as RoboLab writes them; the last is the start");
        }
    }

    /** RoboLab adds a row only when something happens, but to all three datasets at once. */
    private void checkSubtaskRows() {
        List<String> paths = demo.datasets().keySet().stream()
                .filter(p -> p.startsWith("subtask/"))
                .toList();
        List<Long> rows = paths.stream()
                .map(p -> demo.datasets().get(p).rows())
                .distinct()
                .toList();
        if (rows.size() > 1) {
            error("subtask", "has datasets of " + rows + " rows; expected equal lengths");
        } else if (rows.size() == 1 && demo.numSamples() >= 0) {
            checkSparseRows(rows.get(0));
        }
    }

    private void checkSparseRows(long rows) {
        if (rows > demo.numSamples() + 1) {
            error("subtask", "has " + rows + " rows for " + demo.numSamples() + " steps");
        } else if (rows < demo.numSamples()) {
            habit(
                    "subtask",
                    "has fewer rows than steps: RoboLab adds one only when something"
                            + " happens, so rows are not aligned to steps");
        }
    }
}
