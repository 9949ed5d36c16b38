package io.github.roboreel.tools.check;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.schema.KnownField;
import io.github.roboreel.recordings.episodes.LateObservations;
import io.github.roboreel.tools.check.Scope.ScannedRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Audits how the datasets of a demo are stored: types, shapes, lengths, chunks. */
final class DatasetAudit {
    private static final int MANY = 4;
    private static final List<String> FILTERS = List.of("shuffle", "deflate");
    private static final String SUBTASK = "subtask";

    private final Scope scope;
    private final ScannedRun run;
    private final DemoFacts demo;
    private final Map<Long, List<String>> otherRows = new TreeMap<>();

    DatasetAudit(Scope scope, ScannedRun run, DemoFacts demo) {
        this.scope = scope;
        this.run = run;
        this.demo = demo;
    }

    void run() {
        demo.datasets().forEach(this::check);
        reportStepRows();
        demo.rows().late().forEach(path -> habit(path, LateObservations.problem(path)));
        if (!scope.isOurs()) {
            checkSubtaskRows();
        }
    }

    private void error(String path, String problem, Object... values) {
        String sentence = Sentence.of(problem, values);
        scope.findings().error(run.path(), place(path), sentence, ValueFault.RESTORE);
    }

    private void habit(String path, String sentence) {
        scope.findings().habit(run.path(), place(path), sentence);
    }

    private void check(String path, DatasetFacts facts) {
        if (scope.isAddition(facts)) {
            habit(path, "was not written by the recorder");
            return;
        }
        checkType(path, facts);
        checkLength(path, facts);
    }

    private String place(String path) {
        return demo.path() + "/" + path;
    }

    private void checkType(String path, DatasetFacts facts) {
        known(path).ifPresent(known -> checkType(path, facts, known));
        if (!scope.isOurs() && path.matches("obs/[^/]+/.+")) {
            habit(path, "stands one group deeper than documented, as RoboLab writes observations");
        }
        if (scope.isOurs() && !facts.isSingleRow()) {
            checkStorage(path, facts);
        }
    }

    /** What was imported from another format keeps its types, whatever they are called. */
    private Optional<KnownField> known(String path) {
        return scope.env().isImported() ? Optional.empty() : KnownField.of(path);
    }

    private void checkType(String path, DatasetFacts facts, KnownField known) {
        boolean isOfOthers = !known.isRequired() && !scope.hasKnownNames();
        String dtype = known.dtype().label();
        if (!dtype.equals(facts.dtype())) {
            String problem = "is " + facts.dtype();
            if (isOfOthers) {
                noteOfName(path, problem, dtype);
            } else {
                scope.errorIfOurs(run.path(), place(path), problem + "; expected " + dtype, ValueFault.RESTORE);
            }
        }
        if (!known.hasShape(facts.rowShape())) {
            String problem = "has rows of shape " + facts.rowShape();
            if (isOfOthers) {
                noteOfName(path, problem, known.shapeText());
            } else {
                error(path, problem + "; expected " + known.shapeText());
            }
        }
    }

    private void noteOfName(String path, String problem, String expected) {
        habit(path, problem + "; RoboLab's tools expect " + expected + " of that name");
    }

    private void checkStorage(String path, DatasetFacts facts) {
        if (!facts.hasWholeRowChunks()) {
            error(
                    path,
                    "has chunks of shape %s; expected rows of %s: 500, or as many as make 256 KiB to 1 MiB, or one",
                    facts.chunkShape(),
                    facts.rowShape());
        }
        if (!facts.filters().equals(FILTERS)) {
            error(path, "has filters %s; expected %s", facts.filters(), FILTERS);
        }
    }

    private static boolean isInitial(String path) {
        return DemoPaths.isIn(DemoPaths.INITIAL_STATE, path) || DemoPaths.isIn(DemoPaths.INITIAL_EXTRINSICS, path);
    }

    private static boolean isFinal(String path) {
        return DemoPaths.isIn(DemoPaths.FINAL_OBS, path);
    }

    private void checkLength(String path, DatasetFacts facts) {
        long rows = facts.rows();
        if (!isOfSteps(path, facts)) {
            checkSingleRow(path, rows);
        } else if (scope.isOurs() || !DemoPaths.isIn(SUBTASK, path)) {
            checkStepRows(path, rows);
        }
    }

    /** By how it is stored in a file of ours, whatever its name is; by its name elsewhere. */
    private boolean isOfSteps(String path, DatasetFacts facts) {
        return scope.isOurs() ? !facts.isSingleRow() : !isInitial(path) && !isFinal(path);
    }

    private void checkSingleRow(String path, long rows) {
        if (isInitial(path)) {
            checkInitialRows(path, rows);
        } else if (rows > 1) {
            error(path, "has %d rows; expected 0 or 1", rows);
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
                paths.forEach(path -> error(path, "has %d rows; num_samples is %d", rows, demo.numSamples()));
            } else {
                error(
                        "@num_samples",
                        "is %d; %d datasets have %d rows, %s first",
                        demo.numSamples(),
                        paths.size(),
                        rows,
                        paths.get(0));
            }
        });
    }

    private void checkInitialRows(String path, long rows) {
        if (demo.numSamples() <= 0) {
            return;
        }
        if (rows == 0 || scope.isOurs() && rows != 1) {
            error(path, "has %d rows; expected 1", rows);
        } else if (rows > 1) {
            habit(
                    DemoPaths.INITIAL_STATE,
                    "has " + rows + " rows: one per reset, as RoboLab writes them; the last is the start");
        }
    }

    /** RoboLab adds a row only when something happens, but to all three datasets at once. */
    private void checkSubtaskRows() {
        List<Long> rows = demo.datasets().entrySet().stream()
                .filter(dataset -> DemoPaths.isIn(SUBTASK, dataset.getKey()))
                .map(dataset -> dataset.getValue().rows())
                .distinct()
                .toList();
        if (rows.size() > 1) {
            error(SUBTASK, "has datasets of %s rows; expected equal lengths", rows);
        } else if (rows.size() == 1 && demo.numSamples() >= 0) {
            checkSparseRows(rows.get(0));
        }
    }

    private void checkSparseRows(long rows) {
        if (rows > demo.numSamples() + 1) {
            error(SUBTASK, "has %d rows for %d steps", rows, demo.numSamples());
        } else if (rows < demo.numSamples()) {
            habit(
                    SUBTASK,
                    "has fewer rows than steps: RoboLab adds one only when something happens, so rows are not aligned"
                            + " to steps");
        }
    }
}
