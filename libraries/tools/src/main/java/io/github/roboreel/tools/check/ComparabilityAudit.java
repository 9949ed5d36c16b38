package io.github.roboreel.tools.check;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recordings.folder.FileFault.Severity;
import io.github.roboreel.tools.RecordingDifference;
import io.github.roboreel.tools.check.Scope.ScannedRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Compares the runs of an env folder with the first one: fields, images and their sizes, time step, longest episode,
 * and whatever else the configuration says. Only runs that RoboReel recorded.
 */
final class ComparabilityAudit {
    /** Keys of the configuration without which steps, lengths or scores cannot be compared. */
    private static final Set<String> ESSENTIAL =
            Set.of("sim", "decimation", RecordingDifference.MAX_STEPS, "subtasks", "task_file");

    private static final String ADVICE = "evaluate and export its episodes apart, by their numbers";

    private final Scope scope;
    private final List<ScannedRun> runs;

    ComparabilityAudit(Scope scope, List<ScannedRun> runs) {
        this.scope = scope;
        this.runs = runs.stream()
                .filter(r -> !r.file().isLegacy())
                .filter(r -> r.facts().isOurs() && !r.facts().isNewer())
                .toList();
    }

    void run() {
        Optional<ScannedRun> described =
                runs.stream().filter(r -> !r.facts().fields().isEmpty()).findFirst();
        for (ScannedRun run : runs) {
            described.ifPresent(first -> compareFields(first, run));
            compareConfigs(runs.get(0), run);
        }
    }

    /** What was imported has the fields of each episode, which its dataset need not repeat. */
    private void compareFields(ScannedRun first, ScannedRun run) {
        // Of a run in which something cannot be read, what is missing is reported already.
        if (run.facts().fields().isEmpty() || !first.isSound() || !run.isSound()) {
            return;
        }
        report(
                scope.env().isImported() ? Severity.NOTE : Severity.ERROR,
                first,
                run,
                "data",
                RecordingDifference.ofFields(run.facts().fields(), first.facts().fields()));
    }

    private void compareConfigs(ScannedRun first, ScannedRun run) {
        List<RecordingDifference> essential = new ArrayList<>();
        List<RecordingDifference> others = new ArrayList<>();
        for (RecordingDifference difference : RecordingDifference.ofConfigs(config(run), config(first))) {
            String key = difference.what().split("[.\\[]", 2)[0];
            (ESSENTIAL.contains(key) ? essential : others).add(difference);
        }
        report(Severity.ERROR, first, run, "data@config", essential);
        report(Severity.NOTE, first, run, "data@config", others);
    }

    private static JsonNode config(ScannedRun run) {
        return FormatJson.readOrMissing(run.facts().attributes().get(AttributeNames.CONFIG));
    }

    private void report(
            Severity severity, ScannedRun first, ScannedRun run, String inside, List<RecordingDifference> differences) {
        if (differences.isEmpty()) {
            return;
        }
        String other = first.path().getFileName().toString();
        List<String> sentences = differences.stream()
                .map(d -> d.what() + " is " + d.one() + ", in " + other + " " + d.other())
                .toList();
        String problem = "is not as in the first run: " + RecordingDifference.listed(sentences);
        scope.findings().add(severity, run.path(), inside, problem, severity == Severity.ERROR ? ADVICE : "");
    }
}
