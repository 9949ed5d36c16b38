package io.github.roboreel.cli;

import io.github.roboreel.cli.base.Arguments;
import io.github.roboreel.cli.base.CliCommand;
import io.github.roboreel.cli.base.DisplayText;
import io.github.roboreel.cli.base.FolderOperands;
import io.github.roboreel.cli.base.Json;
import io.github.roboreel.cli.base.NewFile;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.base.ProblemLines;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.tools.report.CompiledResults;
import io.github.roboreel.tools.report.CompiledResults.Format;
import io.github.roboreel.tools.report.Sources;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code compile}: the results of several folders in one file. */
@Command(
        name = "compile",
        description = {
            "Put the results of output folders into one new file.",
            "",
            "Each episode of a folder comes once, as its first line has it, with all its fields and"
                    + " data_dir, the folder that holds its data. The same episode of two folders"
                    + " is two episodes. The folders stay as they are."
        })
final class CompileCommand extends CliCommand {
    @Mixin
    FolderOperands folders;

    @Option(
            names = {"-o", "--out", "--output"},
            paramLabel = "FILE",
            required = true,
            description =
                    "The file to write: .jsonl (a line per episode), .json (an array) or .csv. Must" + " not exist.")
    Path output;

    @Option(names = "--json", description = "Print one JSON document about what was done.")
    boolean json;

    @Override
    public Outcome call() throws IOException {
        Format format = Arguments.checked(() -> Format.of(output));
        NewFile file = NewFile.requireNew(output);
        Sources sources = Sources.read(folders.paths());
        CompiledResults results = CompiledResults.of(sources);
        if (results.size() > 0) {
            results.write(file.path(), format);
        }
        terminal.out().print(json ? document(sources, results) : sentence(sources, results));
        return ProblemLines.say(sources.problems(), terminal);
    }

    private String sentence(Sources sources, CompiledResults results) {
        String shown = DisplayText.oneLine(output.toString());
        if (results.size() == 0) {
            return "no episodes, so " + shown + " was not written\n";
        }
        String repeated = results.repeated() == 0
                ? ""
                : "; left away, as repeated: " + DisplayText.counted(results.repeated(), "line");
        return Sentence.of(
                "%s of %s in %s%s\n",
                DisplayText.counted(results.size(), "episode"),
                DisplayText.counted(sources.folders().size(), "folder"),
                shown,
                repeated);
    }

    private String document(Sources sources, CompiledResults results) {
        return Json.document(new JsonFields()
                .with("file", results.size() == 0 ? null : output.toString())
                .with(
                        "folders",
                        sources.folders().stream().map(f -> f.path().toString()).toList())
                .with("episodes", results.size())
                .with("repeated", results.repeated())
                .with("problems", ProblemLines.texts(sources.problems())));
    }
}
