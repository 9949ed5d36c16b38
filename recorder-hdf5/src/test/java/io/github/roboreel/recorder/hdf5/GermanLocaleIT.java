package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.github.roboreel.format.fault.RoboReelException.Kind;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** The tests of full disks once more in a process to which the system speaks German. */
class GermanLocaleIT {
    private static final String LOCALE = "de_DE.UTF-8";
    private static final List<String> TESTS =
            List.of("recover.FullDiskIT", "compact.CompactionFullDiskIT", "ArrayFileFullDiskIT");

    @TempDir
    Path folder;

    @Test
    void aFullDiskIsKnownWhateverTheLanguageOfTheSystem() throws Exception {
        List<String> options = List.of("-Djava.io.tmpdir=" + Files.createDirectory(folder.resolve("tmp")));
        List<String> command = TestJvm.command(options, InGerman.class, TESTS.toArray(String[]::new));
        Path output = folder.resolve("output.txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("LOCPATH", generated().toString());
        builder.environment().put("LC_ALL", LOCALE);
        builder.environment().put("LANGUAGE", "");
        Process process = builder.start();
        boolean ended = process.waitFor(10, TimeUnit.MINUTES);
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        List<String> said = Files.readAllLines(output, StandardCharsets.UTF_8);
        assertTrue(ended, said.toString());
        assumeTrue(!said.contains("English"), "the system has no German words: install locales and libc-l10n");
        assertTrue(said.contains("DISK_FULL: Auf dem Gerät ist kein Speicherplatz mehr verfügbar"), said.toString());
        String last = said.get(said.size() - 1);
        assertTrue(last.matches("[1-9]\\d* passed, 0 failed, 0 left out"), String.join("\n", said));
    }

    /** The folder of the locale. */
    private Path generated() throws Exception {
        Path locales = Files.createDirectory(folder.resolve("locales"));
        try {
            Process localedef = new ProcessBuilder(
                            "localedef",
                            "-i",
                            "de_DE",
                            "-f",
                            "UTF-8",
                            locales.resolve(LOCALE).toString())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(localedef.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assumeTrue(localedef.waitFor() == 0, said);
        } catch (IOException e) {
            assumeTrue(false, "no localedef here: " + e.getMessage());
        }
        return locales;
    }

    /** Runs the tests that it is given. */
    static final class InGerman {
        private InGerman() {}

        public static void main(String[] names) {
            try (FileOutputStream full = new FileOutputStream("/dev/full")) {
                full.write(0);
            } catch (IOException e) {
                System.out.println(e.getMessage().startsWith("No space") ? "English" : "German");
                System.out.println(Kind.of(e) + ": " + e.getMessage());
            }
            SummaryGeneratingListener listener = new SummaryGeneratingListener();
            List<ClassSelector> tests = Stream.of(names)
                    .map(name -> selectClass(InGerman.class.getPackageName() + "." + name))
                    .toList();
            LauncherFactory.create()
                    .execute(
                            LauncherDiscoveryRequestBuilder.request()
                                    .selectors(tests)
                                    .build(),
                            listener);
            TestExecutionSummary summary = listener.getSummary();
            summary.printFailuresTo(new PrintWriter(System.out, true, StandardCharsets.UTF_8), 5);
            System.out.println(summary.getTestsSucceededCount() + " passed, " + summary.getTestsFailedCount()
                    + " failed, " + (summary.getTestsSkippedCount() + summary.getTestsAbortedCount()) + " left out");
        }
    }
}
