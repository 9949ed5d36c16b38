package io.github.roboreel.tools.report;

/**
 * A column of a table.
 *
 * @param header its name
 * @param isNumeric whether it is aligned to the right
 * @param mayShrink whether its cells may be cut where the table is too wide
 * @param isKey whether it says what a row is about, so that each part of a table that is too wide repeats it; keys come
 *     first
 */
public record Column(String header, boolean isNumeric, boolean mayShrink, boolean isKey) {
    /** Text that names the row; may be cut. */
    public static Column key(String header) {
        return new Column(header, false, true, true);
    }

    /** A number that names the row. */
    public static Column numericKey(String header) {
        return new Column(header, true, false, true);
    }

    /** Numbers. */
    public static Column numeric(String header) {
        return new Column(header, true, false, false);
    }

    /** Text that is never cut. */
    public static Column fixed(String header) {
        return new Column(header, false, false, false);
    }

    /** Text that may be cut. */
    public static Column flexible(String header) {
        return new Column(header, false, true, false);
    }
}
