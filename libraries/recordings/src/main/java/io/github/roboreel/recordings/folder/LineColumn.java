package io.github.roboreel.recordings.folder;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;

/** Columns that tables of episodes take from their result lines, each under the name of its field in the line. */
public enum LineColumn {
    ENV_NAME("VARCHAR", "name of the env and of its folder", EpisodeLine::envName),
    TASK_NAME("VARCHAR", "name of the task", EpisodeLine::taskName),
    RUN("INTEGER", "index of the run, from 0", EpisodeLine::run),
    ENV_ID("INTEGER", "number of the demo in its run, from 0", EpisodeLine::envId),
    EPISODE("INTEGER", "number of the episode in its env folder", EpisodeLine::episode),
    POLICY("VARCHAR", "who acted", EpisodeLine::policy),
    INSTRUCTION("VARCHAR", "what the policy was told", EpisodeLine::instruction),
    INSTRUCTION_TYPE("VARCHAR", "variant of the instruction", EpisodeLine::instructionType),
    ATTRIBUTES("VARCHAR[]", "labels of the task, difficulty included", EpisodeLine::attributes),
    SUCCESS("BOOLEAN", "the verdict; NULL when it was not judged", EpisodeLine::success),
    STATUS("VARCHAR", "how it ended: success, failure, truncated, aborted, recovered", EpisodeLine::status),
    SCORE("DOUBLE", "the last score, 0 to 1; NULL where none was recorded", EpisodeLine::score),
    REASON("VARCHAR", "why it ended as it did", EpisodeLine::reason),
    EPISODE_STEP("INTEGER", "stored steps", EpisodeLine::episodeStep),
    EVENT_COUNTS("MAP(VARCHAR, INTEGER)", "how often each kind of event happened", EpisodeLine::eventCounts);

    /** Which episode it is, in the order in which lists and reports say it. */
    public static final List<LineColumn> IDENTITY =
            List.of(ENV_NAME, TASK_NAME, RUN, ENV_ID, EPISODE, POLICY, INSTRUCTION_TYPE, INSTRUCTION);

    private final String type;
    private final String meaning;
    private final Function<EpisodeLine, ?> value;

    LineColumn(String type, String meaning, Function<EpisodeLine, ?> value) {
        this.type = type;
        this.meaning = meaning;
        this.value = value;
    }

    /** Name of the field in the line. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Its type, as DuckDB calls it. */
    public String type() {
        return type;
    }

    /** What it says, in a few words. */
    public String meaning() {
        return meaning;
    }

    /** Whether its values are single numbers. */
    public boolean isNumber() {
        return type.equals("INTEGER") || type.equals("DOUBLE");
    }

    /** Its value in a line: of the Java type of a column of {@link #type}; null where the line has none. */
    public Object value(EpisodeLine line) {
        return plain(value.apply(line));
    }

    /** What an optional of any kind holds, null where it is empty; other values as they are. */
    public static Object plain(Object value) {
        if (value instanceof Optional<?> optional) {
            return optional.orElse(null);
        }
        if (value instanceof OptionalInt optional) {
            return optional.isPresent() ? (Object) optional.getAsInt() : null;
        }
        if (value instanceof OptionalLong optional) {
            return optional.isPresent() ? (Object) optional.getAsLong() : null;
        }
        if (value instanceof OptionalDouble optional) {
            return optional.isPresent() ? (Object) optional.getAsDouble() : null;
        }
        return value;
    }
}
