package io.github.roboreel.cli.base;

import java.util.List;
import picocli.CommandLine.Option;

/** Options that choose episodes by what people noted about them. */
public final class NoteOptions {
    @Option(names = "--flagged", description = "Only episodes flagged in the dashboard.")
    boolean flaggedOnly;

    @Option(
            names = "--tag",
            paramLabel = "NAME",
            arity = "1..*",
            description =
                    "Only episodes with one of these tags, which the dashboard gave them (patterns as in 'slip*').")
    List<String> tags = List.of();

    /** Whether only flagged ones are wanted. */
    public boolean isFlaggedOnly() {
        return flaggedOnly;
    }

    /** Tags or patterns of tags; none lets all pass. */
    public List<String> tags() {
        return List.copyOf(tags);
    }
}
