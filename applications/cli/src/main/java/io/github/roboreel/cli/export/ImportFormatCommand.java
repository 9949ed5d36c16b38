package io.github.roboreel.cli.export;

import io.github.roboreel.cli.base.Arguments;
import io.github.roboreel.cli.base.BreakableProgress;
import io.github.roboreel.cli.base.CliCommand;
import io.github.roboreel.cli.base.DisplayText;
import io.github.roboreel.cli.base.Json;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.base.StepProgress;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.ImportSummary;
import io.github.roboreel.dataset.Importer;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.format.fault.RoboReelException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CancellationException;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code import FORMAT}: has a dataset imported and says what came of it. */
final class ImportFormatCommand extends CliCommand {
    private final Importer importer;

    @Parameters(
            paramLabel = "PATH",
            description = "The dataset: the folder of Minari's (ROOT/ID), of LeRobot's, of a version of an RLDS"
                    + " dataset, or of DROID's or ALOHA's files; robomimic's, Isaac Lab's or ManiSkill's HDF5 file.")
    Path path;

    @Option(
            names = {"--out", "--output-dir"},
            paramLabel = "DIR",
            required = true,
            description = "The output folder to record into; must not exist.")
    Path outputDir;

    @Option(
            names = "--step-seconds",
            paramLabel = "S",
            description =
                    "Seconds between two steps, for a dataset that does not say it (default: what its writer usually"
                            + " takes, with a note).")
    Double stepSeconds;

    @Option(names = "--quiet", description = "Show no progress, only what went wrong.")
    boolean quiet;

    @Option(names = "--json", description = "Print one JSON document about what was done.")
    boolean json;

    private ImportFormatCommand(Importer importer) {
        this.importer = importer;
    }

    /** The command of a format. */
    static CommandLine of(String format, Importer importer) {
        CommandLine command = new CommandLine(new ImportFormatCommand(importer));
        command.getCommandSpec().name(format).usageMessage().description(importer.description());
        return command;
    }

    /**
     * {@inheritDoc}
     *
     * @throws ExportRefusedException when the dataset cannot be recorded; nothing was touched
     * @throws IOException when reading or recording fails; there is no folder of that name then
     */
    @Override
    public Outcome call() throws IOException {
        if (!Files.exists(path)) {
            throw RoboReelException.badArgument(
                    "there is no %s; give the dataset that is to be imported, on this machine: 'hf download' or"
                            + " 'gsutil cp' fetch one from a hub",
                    path);
        }
        Arguments.requireAbsent(outputDir, "another --out");
        interruption.finishInOrder("the unfinished folder stays where the output folder was to be, under a name with"
                + " .exporting- in it: delete it");
        try {
            ImportSummary summary = record();
            terminal.out().print(json ? json(summary) : text(summary));
            return Outcome.OK;
        } catch (CancellationException e) {
            return interrupted();
        } catch (IOException | RoboReelException e) {
            if (interruption.isRequestedByNow()) {
                return interrupted();
            }
            throw e;
        }
    }

    private Outcome interrupted() {
        terminal.say("interrupted; nothing was imported, run it again");
        return Outcome.FAILED;
    }

    private ImportSummary record() throws IOException {
        try (StepProgress progress = StepProgress.of(terminal, quiet)) {
            return importer.run(path, outputDir, stepSeconds(), new BreakableProgress(progress, interruption));
        }
    }

    private OptionalDouble stepSeconds() {
        if (stepSeconds == null) {
            return OptionalDouble.empty();
        }
        if (!(stepSeconds > 0 && Double.isFinite(stepSeconds))) {
            throw RoboReelException.badArgument(
                    "--step-seconds is %s; expected more than 0, for example 0.05", stepSeconds);
        }
        return OptionalDouble.of(stepSeconds);
    }

    private static String text(ImportSummary summary) {
        List<String> lines = new ArrayList<>();
        lines.add(DisplayText.counted(summary.episodes(), "episode")
                + ", "
                + DisplayText.counted(summary.steps(), "step")
                + " imported");
        summary.notes().forEach(note -> lines.add("note: " + note));
        lines.add(summary.folder().toString());
        return DisplayText.lines(lines);
    }

    private static String json(ImportSummary summary) {
        return Json.document(new JsonFields()
                .with("folder", summary.folder().toString())
                .with("episodes", summary.episodes())
                .with("steps", summary.steps())
                .with("notes", summary.notes()));
    }
}
