package io.github.roboreel.cli.export;

import picocli.CommandLine.Option;

/** Options of all exports and imports: what is shown of the work, and in which form. */
final class WorkOptions {
    @Option(names = "--quiet", description = "Show no progress, only what went wrong.")
    boolean quiet;

    @Option(names = "--json", description = "Print one JSON document about what was done.")
    boolean json;
}
