package io.github.roboreel.cli.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.tools.report.Table;
import io.github.roboreel.tools.report.Table.Cell;
import io.github.roboreel.tools.report.Table.Column;
import io.github.roboreel.tools.report.Table.Row;
import io.github.roboreel.tools.report.Table.Tone;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableViewTest {
    private static final List<Column> COLUMNS =
            List.of(Column.key("Task"), Column.numeric("n"), Column.flexible("Reason"));

    @Test
    void alignsTextLeftAndNumbersRight() {
        Table table = new Table(
                "",
                COLUMNS,
                List.of(row("Banana", "4", "done"), row("Cube", "12", ""), total("TOTAL (2 tasks)", "16", "")));

        assertEquals("""
                Task              n  Reason
                ---------------------------
                Banana            4  done
                Cube             12
                ---------------------------
                TOTAL (2 tasks)  16
                """, new TableView(Screen.NONE).of(table));
    }

    @Test
    void neverCutsWhatIsPiped() {
        String reason = "a very long reason ".repeat(20).strip();
        Table table = new Table("", COLUMNS, List.of(row("Banana", "4", reason)));

        assertTrue(new TableView(Screen.NONE).of(table).contains(reason));
    }

    @Test
    void cutsTheWidestTextToTheScreen() {
        Table table = new Table("", COLUMNS, List.of(row("Banana", "4", "the gripper closed beside the banana")));

        assertEquals("""
                Task    n  Reason
                ─────────────────────────────
                Banana  4  the gripper close…
                """, new TableView(new Screen(29, false)).of(table));
    }

    @Test
    void dealsColumnsOutToBlocksOfLikeWidthThatAllNameTheRow() {
        List<Column> columns = new ArrayList<>(List.of(Column.key("Task")));
        List<Cell> cells = new ArrayList<>(List.of(Cell.of("Banana")));
        for (int i = 1; i <= 4; i++) {
            columns.add(Column.numeric("Metric" + i));
            cells.add(Cell.of(i));
        }
        Table table = new Table("", columns, List.of(new Row(cells, false)));

        assertEquals("""
                Task    Metric1  Metric2
                ────────────────────────
                Banana        1        2

                Task    Metric3  Metric4
                ────────────────────────
                Banana        3        4
                """, new TableView(new Screen(33, false)).of(table));
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 40, 80, 160})
    void neverExceedsTheScreen(int columns) {
        Table table = new Table(
                "",
                COLUMNS,
                List.of(
                        row("PutTheRubiksCubeAndTheBananaIntoTheBowlTask", "4", "漢字".repeat(60)),
                        total("TOTAL (1 task)", "4", "-")));

        String text = new TableView(new Screen(columns, false)).of(table);

        assertTrue(text.lines().allMatch(line -> DisplayText.width(line) <= columns), () -> columns + "\n" + text);
    }

    @Test
    void countsTheColumnsThatWideCharactersTake() {
        Table table = new Table("", COLUMNS, List.of(row("香蕉", "4", "e\u0301"), row("Cube", "12", "e")));

        assertEquals("""
                Task   n  Reason
                ----------------
                香蕉   4  e\u0301
                Cube  12  e
                """, new TableView(Screen.NONE).of(table));
    }

    @Test
    void doesNotObeyWhatAFileHolds() {
        Table table = new Table("", COLUMNS, List.of(row("A\nB", "1", "\u001b[31mred\u001b[0m\tx")));

        String text = new TableView(new Screen(80, true)).of(table);

        assertTrue(text.contains("A B"), text);
        assertTrue(text.contains(" [31mred [0m x"), text);
        assertEquals(3, text.lines().count());
    }

    @Test
    void colorsVerdictsOnlyWhereColoursAre() {
        Row verdict = new Row(List.of(Cell.of("A"), Cell.of("1"), new Cell("no", Tone.BAD)), false);
        Table table = new Table("", COLUMNS, List.of(verdict));

        assertTrue(new TableView(new Screen(80, true)).of(table).contains("\u001b[31mno\u001b[0m"));
        assertTrue(new TableView(new Screen(80, false)).of(table).chars().noneMatch(c -> c == '\u001b'));
    }

    private static Row row(String... cells) {
        return new Row(Arrays.stream(cells).map(Cell::of).toList(), false);
    }

    private static Row total(String... cells) {
        return new Row(Arrays.stream(cells).map(Cell::of).toList(), true);
    }
}
