package io.github.roboreel.dashboard.series;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A field as a request names it.
 *
 * @param path of the dataset below the demo
 * @param component index of the value in a row, row-major; {@link #ALL} for all of them
 */
record FieldName(String path, int component) {
    /** Stands for all components. */
    public static final int ALL = -1;

    private static final Pattern INDEXED = Pattern.compile("(.*)\\[(\\d{1,6})]", Pattern.DOTALL);

    /** Of {@code path} or {@code path[i]}. */
    public static FieldName of(String text) {
        Matcher indexed = INDEXED.matcher(text);
        return indexed.matches()
                ? new FieldName(indexed.group(1), Integer.parseInt(indexed.group(2)))
                : new FieldName(text, ALL);
    }

    /** One of its components, as answers name it. */
    public String nameOf(int index, long components) {
        return component == ALL && components == 1 ? path : path + "[" + index + "]";
    }

    /** The one component it names; empty for all. */
    public OptionalInt index() {
        return component == ALL ? OptionalInt.empty() : OptionalInt.of(component);
    }
}
