package io.github.roboreel.cli;

import io.github.roboreel.cli.base.CliCommand;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.export.ChoiceOptions;
import io.github.roboreel.recordings.episodes.EpisodeChoice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code inspect}: shows what a run file, or all those of an output folder, hold. */
@Command(
        name = "inspect",
        description = "Show what a run file holds: shapes, types, units, chunks, compression; of an output folder"
                + " its run files, and the fields of each env. Where episodes are chosen, only these count. Exit code 3"
                + " when a part of it cannot be read.")
final class InspectCommand extends CliCommand {
    @Mixin
    RecordingOperand recording;

    @Mixin
    ChoiceOptions chosen;

    @Option(names = "--json", description = "Print one JSON document.")
    boolean json;

    @Override
    public Outcome call() throws IOException {
        Path path = recording.path();
        EpisodeChoice choice = chosen.choiceOfAny();
        return Files.isDirectory(path) ? folder(path, choice) : run(path, choice);
    }

    private Outcome run(Path path, EpisodeChoice choice) throws IOException {
        RunContents contents =
                choice.wantsAll() ? RunContents.read(path) : chosenOf(FolderContents.ofRun(path, choice));
        return shown(json ? RunListing.json(contents) : RunListing.tree(contents), contents.problems());
    }

    private static RunContents chosenOf(FolderContents contents) {
        return contents.envs().get(0).runs().get(0);
    }

    private Outcome folder(Path path, EpisodeChoice choice) throws IOException {
        FolderContents contents = FolderContents.read(path, choice, json);
        return shown(json ? RunListing.json(contents) : RunListing.tables(contents), contents.problems());
    }

    private Outcome shown(String text, List<String> problems) {
        terminal.out().print(text);
        problems.forEach(terminal::say);
        return problems.isEmpty() ? Outcome.OK : Outcome.DATA_LOST;
    }
}
