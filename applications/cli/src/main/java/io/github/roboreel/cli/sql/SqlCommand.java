package io.github.roboreel.cli.sql;

import io.github.roboreel.cli.base.Arguments;
import io.github.roboreel.cli.base.CliCommand;
import io.github.roboreel.cli.base.NewFile;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recordings.folder.FolderArguments;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sql}: reads what was asked and hands it to a session. */
@Command(
        name = "sql",
        description = {
            "Ask recorded episodes with SQL (DuckDB's).",
            "",
            "Views: runs, episodes, events, metrics, subtasks, and steps('PATH') for the rows of an array, for"
                    + " example steps('actions'); docs/how-to/sql.md lists their columns. Statements only ask: what"
                    + " would write, load or reach anything else is refused. A view is read when a statement names it.",
            "",
            "Without SQL there is a prompt on a terminal; otherwise the statement is read from stdin."
        })
public final class SqlCommand extends CliCommand {
    @Parameters(
            paramLabel = "[SQL] FOLDER",
            arity = "0..*",
            description = "One statement in quotes (it has a blank in it, and no folder has its name), and output"
                    + " folders, or patterns of them.")
    List<String> operands = new ArrayList<>();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "table (the first 1000 rows, and how many there are), csv, json (one array), jsonl (an object"
                    + " a line) or parquet (only with --output). Default: what the name of --output ends in, else"
                    + " table.")
    String format;

    @Option(
            names = {"--out", "--output"},
            paramLabel = "FILE",
            description = "Write the answer to a new file instead of stdout.")
    Path output;

    @Override
    public Outcome call() throws IOException {
        Optional<String> sql = operands.isEmpty() ? Optional.empty() : statement(operands.get(0));
        List<String> names = operands.subList(sql.isPresent() ? 1 : 0, operands.size());
        if (names.isEmpty()) {
            throw RoboReelException.badArgument(
                    "no folder given; name the output folders behind the SQL (see roboreel sql --help)");
        }
        AnswerFormat chosen = format();
        Optional<NewFile> file = Optional.ofNullable(output).map(NewFile::requireNew);
        List<Path> folders = Arguments.checked(() -> FolderArguments.expand(names));
        return new SqlSession(terminal, interruption, chosen, file).run(sql, folders);
    }

    private static Optional<String> statement(String operand) {
        boolean isStatement = operand.chars().anyMatch(Character::isWhitespace) && !Arguments.isFolder(operand);
        return isStatement ? Optional.of(operand) : Optional.empty();
    }

    private AnswerFormat format() {
        AnswerFormat chosen;
        if (format == null) {
            chosen = output == null ? AnswerFormat.TABLE : AnswerFormat.ofFile(output);
        } else {
            chosen = Arguments.choice("--format", format, AnswerFormat.class);
        }
        if (chosen == AnswerFormat.PARQUET && output == null) {
            throw RoboReelException.badArgument("--format parquet needs a file; name it with --output");
        }
        return chosen;
    }

    @Override
    public String parting() {
        return "interrupted before there was an answer; ask again";
    }
}
