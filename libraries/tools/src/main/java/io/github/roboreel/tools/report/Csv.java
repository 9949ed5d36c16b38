package io.github.roboreel.tools.report;

import io.github.roboreel.tools.report.Table.Cell;
import io.github.roboreel.tools.report.Table.Column;
import io.github.roboreel.tools.report.Table.Row;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Comma-separated values, quoted as RFC 4180 says; lines end in a newline. A text that a spreadsheet would take for a
 * formula has an apostrophe before it; numbers stay as they are.
 */
public final class Csv {
    /** What would command a terminal; no table of ours needs it. */
    private static final Pattern CONTROLS = Pattern.compile("[\\x00-\\x08\\x0b-\\x0c\\x0e-\\x1f\\x7f-\\x9f]");

    private static final String FORMULA_BEGINS = "=+-@\t\r";
    private static final Pattern NUMBER = Pattern.compile("[+-]?(\\d+(\\.\\d*)?([eE][+-]?\\d+)?|Infinity)");

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

    private static String harmless(String text) {
        boolean isFormula = !text.isEmpty() && FORMULA_BEGINS.indexOf(text.charAt(0)) >= 0;
        return isFormula && !NUMBER.matcher(text).matches() ? "'" + text : text;
    }

    private static String quoted(String text) {
        String value = harmless(CONTROLS.matcher(text).replaceAll(" "));
        boolean isSpecial = value.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return isSpecial ? '"' + value.replace("\"", "\"\"") + '"' : value;
    }
}
