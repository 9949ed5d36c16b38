package io.github.roboreel.tools.report;

import java.util.List;

/**
 * A row of a table.
 *
 * @param cells one per column
 * @param isTotal whether it sums up the rows above
 */
public record Row(List<Cell> cells, boolean isTotal) {
    /** Copies the cells. */
    public Row {
        cells = List.copyOf(cells);
    }
}
