package io.github.roboreel.tools.report;

import io.github.roboreel.tools.report.Table.Cell;
import io.github.roboreel.tools.report.Table.Column;
import io.github.roboreel.tools.report.Table.Row;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Comma-separated values, quoted as RFC 4180 says; lines end in a newline. */
public final class Csv {
    /** What would command a terminal; no table of ours needs it. */
    private static final Pattern CONTROLS = Pattern.compile("[\\x00-\\x08\\x0b-\\x0c\\x0e-\\x1f\\x7f-\\x9f]");

    private Csv() {}

    /** The header and the rows of a table. */
    public static String of(Table table) {
        StringBuilder text = new StringBuilder();
        text.append(line(table.columns().stream().map(Column::header).toList()));
        for (Row row : table.rows()) {
            text.append(line(row.cells().stream().map(Cell::text).toList()));
        }
        return text.toString();
    }

    /** Several tables, with an empty line between. */
    public static String of(Collection<Table> tables) {
        return tables.stream().map(Csv::of).collect(Collectors.joining("\n"));
    }

    /** One line with its end. */
    public static String line(List<String> values) {
        return values.stream().map(Csv::quoted).collect(Collectors.joining(",")) + "\n";
    }

    /** A text that no spreadsheet takes for a formula, as it does what begins with one of these. */
    public static String harmless(String text) {
        return !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
    }

    private static String quoted(String text) {
        String value = CONTROLS.matcher(text).replaceAll(" ");
        boolean isSpecial = value.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return isSpecial ? '"' + value.replace("\"", "\"\"") + '"' : value;
    }
}
