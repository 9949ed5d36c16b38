package io.github.roboreel.cli.sql;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/** How an answer is written. */
enum AnswerFormat {
    TABLE,
    CSV,
    JSON,
    JSONL,
    PARQUET;

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The one that a file's name ends in; a table where it ends in none. */
    static AnswerFormat ofFile(Path file) {
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(format -> name.endsWith("." + format.label()))
                .findFirst()
                .orElse(TABLE);
    }
}
