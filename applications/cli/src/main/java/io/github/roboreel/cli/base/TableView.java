package io.github.roboreel.cli.base;

import io.github.roboreel.tools.report.Table;
import io.github.roboreel.tools.report.Table.Column;
import io.github.roboreel.tools.report.Table.Row;
import io.github.roboreel.tools.report.Table.Tone;
import java.util.ArrayList;
import java.util.List;

/**
 * Lays tables out for people: aligned columns, a rule under the header and above the total. On a screen the table fits
 * its width: long texts are cut, and where that is not enough the columns go into several blocks, each with the row's
 * name.
 */
public final class TableView {
    private static final String GAP = "  ";

    private final Screen screen;

    public TableView(Screen screen) {
        this.screen = screen;
    }

    /** Lines with their ends. */
    public String of(Table table) {
        List<List<String>> texts = texts(table);
        TableLayout layout = new TableLayout(table.columns(), texts, GAP.length());
        StringBuilder text = new StringBuilder();
        for (TableLayout.Block block : layout.blocks(screen.columns())) {
            text.append(text.isEmpty() ? "" : "\n").append(block(table, texts, block));
        }
        return text.toString();
    }

    /** Header and rows. */
    private static List<List<String>> texts(Table table) {
        List<List<String>> texts = new ArrayList<>();
        texts.add(table.columns().stream()
                .map(c -> DisplayText.oneLine(c.header()))
                .toList());
        for (Row row : table.rows()) {
            texts.add(
                    row.cells().stream().map(c -> DisplayText.oneLine(c.text())).toList());
        }
        return texts;
    }

    private String block(Table table, List<List<String>> texts, TableLayout.Block block) {
        String dash = screen.columns() > 0 ? "\u2500" : "-";
        String rule = faint(dash.repeat(block.width(GAP.length()))) + "\n";
        StringBuilder text = new StringBuilder();
        text.append(line(table, null, texts.get(0), block)).append(rule);
        for (int i = 0; i < table.rows().size(); i++) {
            Row row = table.rows().get(i);
            text.append(row.isTotal() ? rule : "");
            text.append(line(table, row, texts.get(i + 1), block));
        }
        return text.toString();
    }

    /** The header has no row. */
    private String line(Table table, Row row, List<String> texts, TableLayout.Block block) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < block.columns().size(); i++) {
            int column = block.columns().get(i);
            int width = block.widths().get(i);
            String cell = DisplayText.cut(texts.get(column), width);
            String blanks = " ".repeat(width - DisplayText.width(cell));
            String styled = styled(row, column, cell);
            Column kind = table.columns().get(column);
            line.append(i == 0 ? "" : GAP);
            line.append(kind.isNumeric() ? blanks + styled : styled + blanks);
        }
        return line.toString().stripTrailing() + "\n";
    }

    private String styled(Row row, int column, String cell) {
        return row == null || row.isTotal()
                ? strong(cell)
                : toned(cell, row.cells().get(column).tone());
    }

    private String strong(String text) {
        return sgr(1, text);
    }

    private String faint(String text) {
        return sgr(2, text);
    }

    private String toned(String text, Tone tone) {
        return switch (tone) {
            case PLAIN -> text;
            case GOOD -> sgr(32, text);
            case BAD -> sgr(31, text);
            case UNKNOWN -> sgr(33, text);
        };
    }

    /** ECMA-48, select graphic rendition. */
    private String sgr(int code, String text) {
        return screen.styled() && !text.isEmpty() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
