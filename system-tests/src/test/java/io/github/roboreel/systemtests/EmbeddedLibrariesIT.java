package io.github.roboreel.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.systemtests.Examples.Result;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The embedded recorder among the libraries, and on the paths, that an application has of its own. */
class EmbeddedLibrariesIT {
    private static final Path GUIDE = Path.of(System.getProperty("roboreel.home"), "docs/how-to/embed.md");
    private static final Pattern LOWEST = Pattern.compile("(?m)^\\| `([\\w.-]+:[\\w.-]+)` \\| ([\\d.]+) \\|$");

    private static final String LOWEST_VERSIONS = "lowest";

    /** No names of modules, or modules that ask for others which are not needed. */
    private static final Pattern NO_MODULES = Pattern.compile("(gkl|gatk-native-bindings|hdf5-\\d|javacpp).*");

    private static final Pattern GKL = Pattern.compile("(gkl|gatk-native-bindings).*");

    @TempDir
    static Path folder;

    private static Examples examples;
    private static Path jar;

    @TempDir
    Path work;

    @BeforeAll
    static void build() throws Exception {
        examples = new Examples(folder);
        examples.build("embedding");
        jar = examples.jar("embedding");
        List<String> lowest = LOWEST.matcher(Files.readString(GUIDE))
                .results()
                .map(row -> row.group(1) + ":" + row.group(2))
                .toList();
        assertEquals(8, lowest.size(), lowest.toString());
        examples.copyLibraries(Map.of(
                folder.resolve(LOWEST_VERSIONS),
                lowest,
                folder.resolve("disruptor"),
                List.of("com.lmax:disruptor:3.4.4"),
                folder.resolve("jackson"),
                List.of("com.fasterxml.jackson.core:jackson-databind:2.14.3")));
    }

    @AfterAll
    static void close() throws Exception {
        examples.close();
    }

    @Test
    void record_lowestVersionsOfTheGuide_works() throws Exception {
        assertRecords(run(LOWEST_VERSIONS));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"disruptor | a Disruptor before 4.0", "jackson | Jackson 2.14.3"})
    void record_olderThanTheGuide_isRefusedBeforeAnythingIsRecorded(String library, String named) throws Exception {
        Result run = run(library);
        assertTrue(run.err().contains(named + " comes first on the class path"), run.err());
        assertFalse(Files.exists(folder.resolve("waves")), "something was recorded");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void record_onTheModulePath_worksWithGklAndWithout(boolean hasGkl) throws Exception {
        Path source = Files.createDirectories(work.resolve("source"));
        Path program = folder.resolve("embedding/src/main/java/com/example/Embedding.java");
        Files.writeString(source.resolve("module-info.java"), """
                module com.example.embedding {
                    requires io.github.roboreel.recorder;
                }
                """);
        String modules = libraries(name -> !NO_MODULES.matcher(name).matches());
        Path classes = work.resolve("classes");
        Result javac = examples.jdk(
                "javac",
                List.of(
                        "--module-path",
                        modules,
                        "-d",
                        classes.toString(),
                        source.resolve("module-info.java").toString(),
                        program.toString()));
        assertEquals(0, javac.exitCode(), javac.err());
        assertRecords(examples.jdk(
                "java",
                List.of(
                        "--module-path",
                        modules + File.pathSeparator + classes,
                        "-cp",
                        libraries(name -> NO_MODULES.matcher(name).matches()
                                && (hasGkl || !GKL.matcher(name).matches())),
                        "--add-modules",
                        "ALL-MODULE-PATH",
                        "-m",
                        "com.example.embedding/com.example.Embedding",
                        "waves")));
    }

    /** With the libraries of a folder before those that the example has. */
    private static Result run(String first) throws Exception {
        String path = String.join(File.pathSeparator, first + "/*", jar.toString(), jar.resolveSibling("lib") + "/*");
        return examples.jdk("java", List.of("-cp", path, "com.example.Embedding", "waves"));
    }

    private static String libraries(Predicate<String> names) throws IOException {
        try (Stream<Path> files = Files.list(jar.resolveSibling("lib"))) {
            return files.filter(file -> names.test(file.getFileName().toString()))
                    .map(Path::toString)
                    .collect(Collectors.joining(File.pathSeparator));
        }
    }

    private static void assertRecords(Result run) throws Exception {
        assertEquals(0, run.exitCode(), run.err());
        assertEquals("600", examples.python("""
                import h5py, shutil
                with h5py.File('waves/WaveTask/run_0.hdf5') as f:
                    print(f['data/demo_3/actions'].shape[0])
                shutil.rmtree('waves')
                """));
    }
}
