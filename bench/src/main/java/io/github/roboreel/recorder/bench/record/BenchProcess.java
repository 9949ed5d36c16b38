package io.github.roboreel.recorder.bench.record;

import java.io.IOException;
import java.util.List;

/** A benchmark in a JVM of its own: its peak of memory is nobody else's. */
public final class BenchProcess {
    private static final String MAIN_CLASS = "io.github.roboreel.recorder.bench.BenchMain";

    private BenchProcess() {}

    /** The figures that it prints. */
    public static PeerFigures run(List<String> arguments) throws IOException, InterruptedException {
        return new PeerFigures(PeerProcess.java(List.of(), MAIN_CLASS, arguments));
    }
}
