package io.github.roboreel.recorder.hdf5.write;

import java.util.Iterator;
import java.util.Locale;
import java.util.Map;

/** Writes JSON with Python's default separators, as RoboLab's own files have it. */
public final class JsonText {
    private final StringBuilder out = new StringBuilder();

    private JsonText() {}

    /**
     * The JSON of strings, finite numbers, booleans, nulls, and of maps and iterables of them.
     *
     * @throws IllegalArgumentException naming a value that JSON cannot hold
     */
    public static String of(Object value) {
        JsonText json = new JsonText();
        json.append(value);
        return json.out.toString();
    }

    private void append(Object value) {
        if (value == null || value instanceof Boolean) {
            out.append(value);
        } else if (value instanceof Number number) {
            appendNumber(number);
        } else if (value instanceof Map<?, ?> map) {
            appendObject(map);
        } else if (value instanceof Iterable<?> values) {
            appendArray(values);
        } else if (value instanceof CharSequence || value instanceof Enum<?>) {
            appendString(value.toString());
        } else {
            throw new IllegalArgumentException("a value of "
                    + value.getClass()
                    + " cannot be written as JSON; give strings,"
                    + " numbers, booleans, lists or maps");
        }
    }

    private void appendNumber(Number number) {
        if (!Double.isFinite(number.doubleValue())) {
            throw new IllegalArgumentException("JSON has no number " + number + "; give a finite one or null");
        }
        out.append(number);
    }

    private void appendObject(Map<?, ?> map) {
        out.append('{');
        Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<?, ?> entry = entries.next();
            appendString(String.valueOf(entry.getKey()));
            out.append(": ");
            append(entry.getValue());
            out.append(entries.hasNext() ? ", " : "");
        }
        out.append('}');
    }

    private void appendArray(Iterable<?> values) {
        out.append('[');
        Iterator<?> all = values.iterator();
        while (all.hasNext()) {
            append(all.next());
            out.append(all.hasNext() ? ", " : "");
        }
        out.append(']');
    }

    private void appendString(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c)) {
                out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
