package io.github.roboreel.cli.base;

import java.util.ArrayList;
import java.util.List;

/** Aligns cells in columns. */
public final class TextTable {
    private TextTable() {}

    /** One line per row, columns two blanks apart. A row of one cell is a heading: it does not widen its column. */
    public static String aligned(List<List<String>> rows) {
        List<Integer> widths = widths(rows);
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                String cell = row.get(column);
                line.append(cell).append(" ".repeat(padding(row, column, widths)));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private static int padding(List<String> row, int column, List<Integer> widths) {
        boolean isLast = column == row.size() - 1;
        return isLast ? 0 : widths.get(column) - row.get(column).length() + 2;
    }

    private static List<Integer> widths(List<List<String>> rows) {
        List<Integer> widths = new ArrayList<>();
        for (List<String> row : rows) {
            for (int column = 0; row.size() > 1 && column < row.size(); column++) {
                if (column == widths.size()) {
                    widths.add(0);
                }
                widths.set(column, Math.max(widths.get(column), row.get(column).length()));
            }
        }
        return widths;
    }
}
