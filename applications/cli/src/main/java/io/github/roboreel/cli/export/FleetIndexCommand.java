package io.github.roboreel.cli.export;

import io.github.roboreel.cli.base.BreakableProgress;
import io.github.roboreel.cli.base.CliCommand;
import io.github.roboreel.cli.base.Json;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.base.ProblemLines;
import io.github.roboreel.cli.base.SourceOptions;
import io.github.roboreel.cli.base.StepProgress;
import io.github.roboreel.cli.base.WorkSession;
import io.github.roboreel.fleet.catalogue.FleetIndex;
import io.github.roboreel.fleet.catalogue.IndexOutcome;
import io.github.roboreel.fleet.folders.FleetFolder;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fleet index}: keeps a catalogue of all episodes. */
@Command(
        name = "index",
        description = {
            "Keep a catalogue of all episodes, a Parquet file with a row for each, that DuckDB, Trino and Spark SQL read.",
            "",
            "--catalog names its folder, which may be in a store; the file is episodes.parquet.",
            "",
            "The same command again looks only at what changed. The catalogue then holds the folders of these sources and"
                    + " no others."
        })
final class FleetIndexCommand extends CliCommand {
    @Mixin
    SourceOptions source;

    @Option(
            names = "--content-hashes",
            description =
                    "Also give the SHA-256 of each episode's actions and initial state, for which these are read.")
    boolean contentHashes;

    @Option(names = "--json", description = "Print one JSON document about what was done.")
    boolean json;

    @Override
    public String parting() {
        return "interrupted before it was done; the catalogue of before is as it was";
    }

    @Override
    public Outcome call() throws IOException {
        source.given();
        Location catalogue = source.requireCatalog();
        return interruption.breakable(() -> {
            IndexOutcome outcome;
            try (WorkSession session = source.open();
                    StepProgress shown = source.progress(terminal, "folders")) {
                List<FleetFolder> folders = source.folders(session);
                outcome = new FleetIndex(session.engine(), session.storages(), session.settings())
                        .update(folders, catalogue, contentHashes, new BreakableProgress(shown, interruption));
            }
            terminal.print(json ? json(outcome) : text(outcome));
            return ProblemLines.say(outcome.problems(), terminal);
        });
    }

    private static String text(IndexOutcome outcome) {
        String gone = outcome.foldersGone() == 0
                ? ""
                : Sentence.of(", %d folders that it had are no longer in it", outcome.foldersGone());
        return Sentence.of(
                "%d episodes of %d folders; %d run files read, %d unchanged%s\n%s\n",
                outcome.episodes(),
                outcome.folders(),
                outcome.runFilesRead(),
                outcome.runFilesUnchanged(),
                gone,
                outcome.file());
    }

    private static String json(IndexOutcome outcome) {
        return Json.document(new JsonFields()
                .with("catalogue", outcome.file().text())
                .with("folders", outcome.folders())
                .with("episodes", outcome.episodes())
                .with("run_files_read", outcome.runFilesRead())
                .with("run_files_unchanged", outcome.runFilesUnchanged())
                .with("folders_gone", outcome.foldersGone())
                .with("problems", ProblemLines.texts(outcome.problems())));
    }
}
