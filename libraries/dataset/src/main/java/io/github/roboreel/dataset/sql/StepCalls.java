package io.github.roboreel.dataset.sql;

import io.github.roboreel.dataset.duckdb.DuckDb;
import io.github.roboreel.dataset.sql.SqlText.Kind;
import io.github.roboreel.dataset.sql.SqlText.Word;
import io.github.roboreel.format.fault.RoboReelException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The calls {@code steps('path')} in a text of SQL. DuckDB cannot ask this process for rows, so each becomes the name
 * of a table that is filled before the statement runs.
 *
 * @param sql with a table's name for each call
 * @param paths of the calls, each once
 */
record StepCalls(String sql, Set<String> paths) {
    private static final String NAME = "steps";
    private static final int WORDS_OF_A_CALL = 4;

    /** Finds them; the same word in a text or comment is none. */
    static StepCalls of(String text) {
        List<Word> words = SqlText.of(text).words();
        StringBuilder sql = new StringBuilder();
        Set<String> paths = new LinkedHashSet<>();
        int copied = 0;
        for (int i = 0; i < words.size(); i++) {
            if (isCall(words, i)) {
                String path = path(words, i);
                Word last = words.get(i + WORDS_OF_A_CALL - 1);
                sql.append(text, copied, words.get(i).start()).append(DuckDb.name(table(path)));
                copied = last.end();
                paths.add(path);
            }
        }
        return new StepCalls(sql.append(text.substring(copied)).toString(), paths);
    }

    private static boolean isCall(List<Word> words, int i) {
        return words.get(i).isAnyName()
                && words.get(i).value().equalsIgnoreCase(NAME)
                && i + 1 < words.size()
                && words.get(i + 1).isSign("(")
                && (i == 0 || !words.get(i - 1).isSign("."));
    }

    private static String path(List<Word> words, int i) {
        boolean isComplete = i + WORDS_OF_A_CALL <= words.size()
                && words.get(i + 2).kind() == Kind.TEXT
                && words.get(i + 3).isSign(")");
        if (!isComplete) {
            throw RoboReelException.badArgument(
                    "steps takes the path of one array as a text; expected for example steps('actions')");
        }
        return words.get(i + 2).value();
    }

    /** The table that stands for a call; it looks like the call in messages. */
    static String table(String path) {
        return "steps('" + path + "')";
    }
}
