package io.github.roboreel.cli.export;

import java.util.List;
import picocli.CommandLine.Option;

/** Options that choose episodes by their env and by their number in it. */
final class EpisodeNumberOptions {
    @Option(
            names = "--env-name",
            paramLabel = "NAME",
            arity = "1..*",
            description = "Only these envs (patterns as in '*Bowl*').")
    List<String> envNames = List.of();

    @Option(
            names = "--episodes",
            paramLabel = "LIST",
            description = "Only episodes with these numbers in their env folder, for example 0-9,17 (default: all).")
    String episodes;

    /** The names as they were given. */
    public List<String> envNames() {
        return envNames;
    }

    /** The numbers as they were given; empty for all. */
    public String numbers() {
        return episodes == null ? "" : episodes;
    }
}
