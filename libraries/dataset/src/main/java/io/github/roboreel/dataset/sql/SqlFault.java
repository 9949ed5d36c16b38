package io.github.roboreel.dataset.sql;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What DuckDB says about a statement, in one sentence: its message, and the place that its caret points at. */
final class SqlFault {
    /** The statement is at fault, not its data or the machine. */
    private static final List<String> OF_THE_STATEMENT =
            List.of("Parser Error", "Binder Error", "Catalog Error", "Permission Error", "Not implemented Error");

    private static final String INTERRUPTED = "INTERRUPT Error";
    private static final Pattern LINE = Pattern.compile("LINE \\d+: (.*)");
    private static final int MAX_PLACE = 40;

    private SqlFault() {}

    /** The exception to throw: BAD_ARGUMENT for a wrong statement, INTERRUPTED for a cancelled one, else FAILED. */
    static RoboReelException of(SQLException cause) {
        String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        if (message.startsWith(INTERRUPTED)) {
            return new RoboReelException(Kind.INTERRUPTED, "the query was cancelled", cause);
        }
        boolean isItsFault = OF_THE_STATEMENT.stream().anyMatch(message::startsWith);
        return new RoboReelException(
                isItsFault ? Kind.BAD_ARGUMENT : Kind.FAILED,
                Sentence.of("the SQL cannot be run: %s%s", said(message), near(place(message))),
                cause);
    }

    private static String said(String message) {
        return message.lines()
                .takeWhile(line -> !LINE.matcher(line).matches())
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining(" "));
    }

    private static String place(String message) {
        List<String> lines = message.lines().toList();
        for (int i = 0; i + 1 < lines.size(); i++) {
            Matcher line = LINE.matcher(lines.get(i));
            int caret = lines.get(i + 1).indexOf('^');
            if (line.matches() && caret >= line.start(1) && caret < lines.get(i).length()) {
                return lines.get(i).substring(caret);
            }
        }
        return "";
    }

    /** The beginning of what follows the place of a fault. */
    static String near(String rest) {
        String line = rest.lines().findFirst().orElse("").strip();
        if (line.isEmpty()) {
            return "";
        }
        boolean isLong = line.codePointCount(0, line.length()) > MAX_PLACE;
        return " (at: " + (isLong ? line.substring(0, line.offsetByCodePoints(0, MAX_PLACE)) + "..." : line) + ")";
    }
}
