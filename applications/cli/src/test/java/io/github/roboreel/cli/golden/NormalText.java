package io.github.roboreel.cli.golden;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Outputs without what differs between two recordings of the same episodes: places, times, sizes, ids, versions. */
final class NormalText {
    private static final String ANY = "*";
    private static final String TEXT = "\"(?:[^\"\\\\]|\\\\.)*\"";
    private static final String DOCUMENT = "\\{[^}]*\\}";

    private static final List<Rule> RULES = List.of(
            // Only a build that made jars knows its version.
            new Rule("(?m)^ *\"recorder_version\" : " + TEXT + ",?\\R", ""),
            json("started_at|modified_at|numBytes", TEXT),
            json("bytes|dataset_size", "[\\d.]+"),
            json("timing|it_per_sec|wall_total_s|(?:env_step|policy_inference)_(?:s|avg_ms)", DOCUMENT),
            json("timestamps/wall_time_ns|_provenance", DOCUMENT),
            json("id|recording|folder", "\"[\\w-]{12}\""),
            new Rule("(?m)^( *@(?:recorded_at|recorder_version|run_id|provenance) = ).*$", "$1" + ANY),
            new Rule("(?m)(\\.hdf5  )[\\d.]+ \\w+(?:, \\d+ % of it dead space)?$", "$1" + ANY),
            new Rule("\\(\\d+ characters\\)", "(" + ANY + " characters)"),
            new Rule("(?m)deflate +[\\d.]+ (?:B|KiB) +[\\d.]+:1$", "deflate"),
            new Rule("\\d+ bytes expected", ANY + " bytes expected"));

    private final Path lab;
    private final Path temp;

    NormalText(Path lab, Path temp) {
        this.lab = lab;
        this.temp = temp;
    }

    /** Replaces what a pattern finds. */
    private record Rule(Pattern pattern, String replacement) {
        Rule(String pattern, String replacement) {
            this(Pattern.compile(pattern), replacement);
        }

        String apply(String text) {
            return pattern.matcher(text).replaceAll(replacement);
        }
    }

    /** Values of such a form that stand under one of these names. */
    private static Rule json(String names, String value) {
        return new Rule("(\"(?:" + names + ")\" ?: ?)" + value, "$1\"" + ANY + "\"");
    }

    String of(String text) {
        String normal = text.replace(lab.toString(), "LAB").replace(temp.toString(), "TEMP");
        for (Rule rule : RULES) {
            normal = rule.apply(normal);
        }
        return normal;
    }
}
