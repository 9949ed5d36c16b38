package io.github.roboreel.recorder.bench.fleet;

import java.nio.file.Path;
import java.util.List;

/** Something that both the plain commands and those of fleets do. */
enum FleetWork {
    CHECK("check", true),
    METRICS("metrics", true),
    REPORT("report", true),
    EXPORT_RLDS("export rlds", false);

    private final String words;
    private final boolean printsFindings;

    FleetWork(String words, boolean printsFindings) {
        this.words = words;
        this.printsFindings = printsFindings;
    }

    /** Its words on the command line. */
    List<String> words() {
        return List.of(words.split(" "));
    }

    /** Whether its result is what it prints, which must then be the same for plain and fleet commands. */
    boolean printsFindings() {
        return printsFindings;
    }

    /** Options behind the folders; what it writes goes below a folder. */
    List<String> options(Path output) {
        return printsFindings ? List.of() : List.of("--out", output.toString(), "--name", "fleet");
    }
}
