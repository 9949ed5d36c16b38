package io.github.roboreel.cli.export;

import io.github.roboreel.cli.Interruption;
import io.github.roboreel.cli.Outcome;
import io.github.roboreel.cli.ui.DisplayText;
import io.github.roboreel.cli.ui.Json;
import io.github.roboreel.cli.ui.StepProgress;
import io.github.roboreel.cli.ui.Terminal;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.imports.ImportSummary;
import io.github.roboreel.recorder.RunComplete;
import io.github.roboreel.recorder.RunSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;

/** Has a dataset recorded anew and says what came of it. */
final class ImportSession {
    private final ImportOptions options;
    private final Terminal terminal;
    private final Interruption interruption;

    /** Records a dataset anew. */
    interface Import {
        ImportSummary run(ExportProgress progress) throws IOException;
    }

    ImportSession(ImportOptions options, Terminal terminal, Interruption interruption) {
        this.options = options;
        this.terminal = terminal;
        this.interruption = interruption;
    }

    /**
     * Does it.
     *
     * @throws io.github.roboreel.dataset.ExportRefusedException when it cannot be; nothing was touched
     * @throws IOException when reading or recording fails; there is no folder of that name then
     */
    Outcome run(Import source) throws IOException {
        options.requireThere();
        options.requireNew();
        interruption.finishInOrder("the unfinished folder stays where the output folder was to be, under a name with"
                + " .exporting- in it: delete it");
        try {
            return record(source);
        } catch (CancellationException e) {
            terminal.say("interrupted; nothing was imported, run it again");
            return Outcome.FAILED;
        }
    }

    private Outcome record(Import source) throws IOException {
        ImportSummary summary;
        try (StepProgress progress = StepProgress.of(terminal, options.quiet)) {
            summary = source.run(new BreakableProgress(progress, interruption));
        }
        writeRunComplete(summary);
        terminal.out().print(options.json ? json(summary) : text(summary));
        return Outcome.OK;
    }

    /** All runs are done, as a recording says that ends in order. */
    private static void writeRunComplete(ImportSummary summary) throws IOException {
        for (Map.Entry<String, Integer> env : summary.runs().entrySet()) {
            new RunComplete(
                            OptionalInt.of(RunSpec.FORMAT_VERSION),
                            OptionalInt.of(1),
                            OptionalInt.of(env.getValue()),
                            Optional.empty(),
                            OptionalLong.empty(),
                            Optional.empty())
                    .write(summary.folder().resolve(env.getKey()));
        }
    }

    private static String text(ImportSummary summary) {
        List<String> lines = new ArrayList<>();
        lines.add(ExportReport.counted(summary.episodes(), "episode")
                + ", "
                + ExportReport.counted(summary.steps(), "step")
                + " recorded anew");
        summary.notes().forEach(note -> lines.add("note: " + note));
        lines.add(summary.folder().toString());
        return String.join("\n", lines.stream().map(DisplayText::oneLine).toList()) + "\n";
    }

    private static String json(ImportSummary summary) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("folder", summary.folder().toString());
        document.put("episodes", summary.episodes());
        document.put("steps", summary.steps());
        document.put("notes", summary.notes());
        return Json.document(document);
    }
}
