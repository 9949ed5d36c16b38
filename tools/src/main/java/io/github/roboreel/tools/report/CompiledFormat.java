package io.github.roboreel.tools.report;

import java.nio.file.Path;
import java.util.Locale;

/** File format of compiled results. */
public enum CompiledFormat {
    /** An object per line. */
    JSONL,
    /** One array, an object per line in it. */
    JSON,
    /** A line of values per episode. */
    CSV;

    /**
     * By the file's extension.
     *
     * @throws IllegalArgumentException in one sentence, when it is none of the three
     */
    public static CompiledFormat of(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        for (CompiledFormat format : values()) {
            if (name.endsWith("." + format.name().toLowerCase(Locale.ROOT))) {
                return format;
            }
        }
        throw new IllegalArgumentException(
                file + " has none of the extensions .jsonl, .json and .csv; give it one of them");
    }
}
