package io.github.roboreel.tools.check.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.metrics.EpisodeMetrics;
import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.tools.Examples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IsolatedScansIT {
    @TempDir
    private Path folder;

    @Test
    void factsCrossTheProcessBoundaryWhole() throws Exception {
        Path file = Examples.make(folder, "").resolve(Examples.ENV).resolve("run_0.hdf5");
        FactsCollector here = new FactsCollector();
        new RunFileScan(
                        new ScanRequest(file.toString(), 1.0 / 15, MetricSettings.roboLab(), List.of(), false, true),
                        here,
                        Hdf5RunReader::open)
                .run();

        RunFacts there;
        try (IsolatedScans scans = scans(Duration.ofMinutes(10))) {
            there = scans.scan(file, 1.0 / 15);
        }

        assertEquals(here.facts(true, List.of()), there);
        assertEquals(60L, there.demos().get(0).numSamples());
        assertEquals(125L, there.attributes().get("total"));
        assertEquals(
                EpisodeMetrics.STANDARD.metrics().stream().map(m -> m.name()).toList(),
                List.copyOf(there.demos().get(1).metrics().keySet()));
        assertEquals(1.0, there.demos().get(0).lastScore());
    }

    @Test
    void withoutATimeStepThereAreNoMetrics() throws Exception {
        Path file = Examples.make(folder, "").resolve(Examples.ENV).resolve("run_0.hdf5");
        try (IsolatedScans scans = scans(Duration.ofMinutes(10))) {
            assertNull(scans.scan(file, 0).demos().get(0).metrics());
        }
    }

    @Test
    void aReaderThatHangsIsGivenUpAndTheNextFileIsRead() throws Exception {
        Path pipe = folder.resolve("run_0.hdf5");
        Process mkfifo = new ProcessBuilder("mkfifo", pipe.toString()).start();
        mkfifo.waitFor();
        Path file = Examples.make(folder.resolve("x"), "").resolve(Examples.ENV + "/run_0.hdf5");
        try (IsolatedScans scans = scans(Duration.ofSeconds(20))) {
            RunFacts hung = scans.scan(pipe, 0);
            assertFalse(hung.isComplete());
            assertTrue(
                    hung.faults().get(0).problem().contains("does not end within 20 s"),
                    hung.faults().toString());
            assertEquals(2, scans.scan(file, 0).demos().size());
        }
    }

    @Test
    void aReaderThatSomebodyEndsSaysNothingAboutTheFile() throws Exception {
        Path pipe = folder.resolve("run_0.hdf5");
        Process mkfifo = new ProcessBuilder("mkfifo", pipe.toString()).start();
        mkfifo.waitFor();
        Set<ProcessHandle> others = ProcessHandle.current().children().collect(Collectors.toSet());
        CompletableFuture<Void> ended = CompletableFuture.runAsync(() -> endChild(others));
        try (IsolatedScans scans = scans(Duration.ofMinutes(10))) {
            IOException refused = assertThrows(IOException.class, () -> scans.scan(pipe, 0));
            assertTrue(refused.getMessage().contains("signal 15"), refused.getMessage());
        }
        ended.get();
    }

    private static void endChild(Set<ProcessHandle> others) {
        Optional<ProcessHandle> reader = Optional.empty();
        while (reader.isEmpty()) {
            reader = ProcessHandle.current()
                    .children()
                    .filter(c -> !others.contains(c))
                    .filter(IsolatedScansIT::isReader)
                    .findFirst();
        }
        reader.get().destroy();
    }

    /** Not yet while the JVM's helper that starts it stands in its place. */
    private static boolean isReader(ProcessHandle process) {
        try {
            Path commandLine = Path.of("/proc", String.valueOf(process.pid()), "cmdline");
            return Files.readString(commandLine).contains(ScanWorker.class.getName());
        } catch (IOException e) {
            return false;
        }
    }

    private static IsolatedScans scans(Duration silence) {
        return new IsolatedScans(MetricSettings.roboLab(), silence);
    }
}
