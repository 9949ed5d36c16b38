package io.github.roboreel.cli.sql;

import io.github.roboreel.cli.base.DisplayText;
import io.github.roboreel.cli.base.FaultReport;
import io.github.roboreel.cli.base.Terminal;
import io.github.roboreel.cli.base.TextTable;
import io.github.roboreel.dataset.sql.EpisodeDatabase;
import io.github.roboreel.dataset.sql.SqlText;
import io.github.roboreel.dataset.sql.View;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.names.KnownNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jline.reader.EOFError;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.reader.impl.completer.StringsCompleter;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.TerminalBuilder;

/** Statements that are typed, each up to its semicolon. Ctrl-C ends a query, Ctrl-D the prompt. */
record SqlPrompt(EpisodeDatabase database, Terminal terminal, AnswerFormat format) {
    private static final String HELP = """
            A statement ends with a semicolon and may take several lines.
            .tables         the views
            .columns VIEW   the columns of a view
            .help           this text
            .quit           leave (also Ctrl-D)
            Ctrl-C ends a query. steps('PATH') are the rows of an array, for example: from steps('actions');
            """;

    /** Answers until the user leaves. */
    void run() throws IOException {
        try (org.jline.terminal.Terminal keyboard =
                TerminalBuilder.builder().system(true).dumb(true).build()) {
            // While a line is read its reader handles the key itself.
            keyboard.handle(Signal.INT, signal -> database.cancel());
            LineReader reader = reader(keyboard);
            terminal.print(".help explains, .tables lists the views\n");
            while (answerNext(reader)) {
                keyboard.flush();
            }
        }
    }

    private LineReader reader(org.jline.terminal.Terminal keyboard) {
        LineReaderBuilder builder = LineReaderBuilder.builder()
                .terminal(keyboard)
                .parser(new Statements())
                .completer(new StringsCompleter(words()))
                .variable(LineReader.SECONDARY_PROMPT_PATTERN, "...> ")
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true);
        historyFile(System.getenv()).ifPresent(file -> builder.variable(LineReader.HISTORY_FILE, file));
        return builder.build();
    }

    private static List<String> words() {
        TreeSet<String> words = new TreeSet<>(List.of("steps('", ".tables", ".columns", ".help", ".quit"));
        for (View view : View.values()) {
            words.add(view.label());
            view.columns().forEach(column -> words.add(column.name()));
        }
        return List.copyOf(words);
    }

    /** In the user's folder for state, which is made; nowhere when it cannot be. */
    static Optional<Path> historyFile(Map<String, String> environment) {
        String given = environment.getOrDefault("XDG_STATE_HOME", "");
        Path state = given.isEmpty() ? Path.of(System.getProperty("user.home"), ".local", "state") : Path.of(given);
        try {
            Path folder = Files.createDirectories(state.resolve("roboreel"));
            return Optional.of(folder.resolve("sql_history"));
        } catch (IOException | UnsupportedOperationException e) {
            return Optional.empty();
        }
    }

    private boolean answerNext(LineReader reader) {
        try {
            return answer(reader.readLine("sql> ").strip());
        } catch (UserInterruptException e) {
            return true;
        } catch (EndOfFileException e) {
            return false;
        } catch (RoboReelException e) {
            terminal.say(FaultReport.sentence(e));
        } catch (IOException e) {
            terminal.say(FaultReport.describe(e));
        }
        return true;
    }

    /** Whether there is to be another one. */
    private boolean answer(String text) throws IOException {
        if (text.startsWith(".")) {
            return obey(text.split("\\s+"));
        }
        if (!SqlText.of(text).isBlank()) {
            SqlSession.print(database, text, format, terminal);
        }
        return true;
    }

    private boolean obey(String[] words) {
        switch (words[0]) {
            case ".quit", ".exit" -> {
                return false;
            }
            case ".tables" -> terminal.print(tables());
            case ".columns" -> terminal.print(columns(words.length > 1 ? words[1] : ""));
            case ".help" -> terminal.print(HELP);
            default ->
                throw RoboReelException.badArgument(
                        "%s is unknown; %s",
                        words[0], KnownNames.hint(words[0], List.of(".tables", ".columns", ".help", ".quit")));
        }
        return true;
    }

    private static String tables() {
        List<List<String>> rows = new ArrayList<>();
        for (View view : View.values()) {
            rows.add(List.of(view.label(), view.meaning()));
        }
        rows.add(List.of("steps('PATH')", "a row per step of an array"));
        return TextTable.aligned(rows);
    }

    private static String columns(String name) {
        List<View.Column> columns = Arrays.stream(View.values())
                .filter(view -> view.label().equals(name))
                .findFirst()
                .map(View::columns)
                .orElse(name.startsWith("steps") ? View.STEPS : List.of());
        if (columns.isEmpty()) {
            List<String> known = Arrays.stream(View.values()).map(View::label).toList();
            throw RoboReelException.badArgument(
                    "there is no view '%s'; %s", DisplayText.oneLine(name), KnownNames.hint(name, known));
        }
        return TextTable.aligned(columns.stream()
                .map(column -> List.of(column.name(), column.type(), column.meaning()))
                .toList());
    }

    /** A line continues until the statement in it ends. */
    static final class Statements implements Parser {
        private final DefaultParser words =
                new DefaultParser().quoteChars(new char[0]).escapeChars(new char[0]);

        @Override
        public ParsedLine parse(String line, int cursor, ParseContext context) {
            if (context == ParseContext.ACCEPT_LINE && !isWhole(line)) {
                throw new EOFError(-1, -1, "the statement continues");
            }
            return words.parse(line, cursor, context);
        }

        static boolean isWhole(String line) {
            SqlText text = SqlText.of(line);
            return line.isBlank()
                    || line.strip().startsWith(".")
                    || !text.isOpen() && (text.isBlank() || text.isTerminated());
        }
    }
}
