package io.github.roboreel.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Licences of the libraries that users get: {@code THIRD-PARTY.md} against the modules' class paths and the POMs. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LicencesTest {
    private static final Path HOME =
            Path.of(System.getProperty("roboreel.home")).toAbsolutePath().normalize();
    /** Programs of the checkout, what is made of the other modules, and what has no code. */
    private static final Set<String> NOT_LOOKED_AT = Set.of("bench", "system-tests", "dist", "roboreel-bom");

    private static final String DEBIAN_MODULE = "hdf5-jhdf5";
    private static final String FLEET_MODULE = "fleet-cluster";
    /** Looked at where they were built: users who do not use them do not get them. */
    private static final Set<String> OPTIONAL = Set.of(DEBIAN_MODULE, "fleet-hadoop", "fleet-spark", FLEET_MODULE);

    private static final Pattern CHARTS =
            Pattern.compile("(org\\.jfree|org\\.apache\\.(xmlgraphics|pdfbox)|de\\.rototor)[.:].*");
    /** Has commands, or is made of all of them. */
    private static final Set<String> WITH_COMMANDS = Set.of("cli", FLEET_MODULE);

    private final ThirdPartyPage page = page();
    private final Map<String, RuntimeJar> jars = new TreeMap<>();
    private final List<String> fileNames = new ArrayList<>();
    private final Map<String, Set<String>> modulesWithCharts = new TreeMap<>();
    private boolean hasDebianModule;
    private boolean hasFleetModule;

    @BeforeAll
    void readClassPaths() throws IOException {
        String pom = Files.readString(HOME.resolve("pom.xml"));
        for (String folder : Pattern.compile("<module>(.+?)</module>")
                .matcher(pom)
                .results()
                .map(match -> match.group(1))
                .toList()) {
            String module = Path.of(folder).getFileName().toString();
            Path classPath = HOME.resolve(folder).resolve("target").resolve("runtime.classpath");
            boolean isBuilt = Files.exists(classPath);
            if (!NOT_LOOKED_AT.contains(module) && (isBuilt || !OPTIONAL.contains(module))) {
                assertTrue(isBuilt, classPath + " is missing: build the module " + module);
                hasDebianModule |= module.equals(DEBIAN_MODULE);
                hasFleetModule |= module.equals(FLEET_MODULE);
                Stream.of(Files.readString(classPath).strip().split(File.pathSeparator))
                        .map(Path::of)
                        .forEach(jar -> add(jar, module));
            }
        }
        assertTrue(jars.size() > 40, "Too few jars are found: " + jars.keySet());
    }

    /** Modules of ours are beside this one, all else is in the local repository. */
    private void add(Path jar, String module) {
        Path repository = Path.of(System.getProperty("localRepository"));
        if (jar.startsWith(repository) && !jar.startsWith(repository.resolve(Path.of("io", "github", "roboreel")))) {
            RuntimeJar found = RuntimeJar.of(repository, jar);
            jars.put(found.name(), found);
            fileNames.add(found.fileName());
            if (CHARTS.matcher(found.name()).matches()) {
                modulesWithCharts
                        .computeIfAbsent(found.name(), name -> new TreeSet<>())
                        .add(module);
            }
        }
    }

    @Test
    void thePageNamesEveryLibraryAndNoOther() {
        Set<String> expected = new TreeSet<>(page.libraries().keySet());
        if (!hasDebianModule) {
            expected.removeIf(name -> page.libraries().get(name).comesWithDebian());
        }
        if (!hasFleetModule) {
            expected.removeIf(name -> page.libraries().get(name).comesWithFleets());
        }
        assertEquals(
                expected,
                jars.keySet(),
                "THIRD-PARTY.md is to name what comes with the modules: look at the licence of what came in, take out what went");
    }

    @Test
    void everyLicenceIsAccepted() {
        Map<String, ThirdPartyPage.Library> refused = new TreeMap<>(page.libraries());
        refused.values()
                .removeIf(library -> page.accepts(library.licence())
                        && (library.natives().isEmpty() || page.accepts(library.natives())));
        assertEquals(Map.of(), refused);
    }

    @Test
    void thePageSaysWhatThePomsDeclare() {
        Map<String, Set<String>> declared = new TreeMap<>();
        Map<String, Set<String>> onThePage = new TreeMap<>();
        jars.values().stream()
                .filter(jar -> page.libraries().containsKey(jar.name()))
                .filter(jar -> !page.libraries().get(jar.name()).comesWithDebian()) // whose POMs ./roboreel made
                .forEach(jar -> {
                    declared.put(jar.name(), jar.declaredLicences());
                    onThePage.put(jar.name(), page.libraries().get(jar.name()).identifiers());
                });
        assertEquals(declared, onThePage);
    }

    @Test
    void toolsOfBenchmarksAndTestsAreNotPublished() {
        assertEquals(
                List.of(),
                jars.keySet().stream()
                        .filter(name ->
                                name.matches("(org\\.openjdk|org\\.junit|net\\.jqwik|com\\.tngtech|io\\.aeron).*"))
                        .toList());
    }

    /** Libraries, the dashboard and the simulator do without: 7 MB in 12 jars. */
    @Test
    void chartsComeWithTheCommandsOnly() {
        assertTrue(modulesWithCharts.containsKey("org.jfree:jfreechart"), modulesWithCharts.toString());
        modulesWithCharts.values().forEach(modules -> modules.removeAll(WITH_COMMANDS));
        modulesWithCharts.values().removeIf(Set::isEmpty);
        assertEquals(Map.of(), modulesWithCharts);
    }

    @Test
    void x264ComesWithItsProfileOnly() {
        String profiles = System.getenv().getOrDefault("ROBOREEL_PROFILES", "");
        List<String> gpl =
                fileNames.stream().filter(name -> name.contains("-gpl")).toList();
        assertEquals(profiles.contains("gpl"), !gpl.isEmpty(), gpl.toString());
        assertTrue(fileNames.stream().anyMatch(name -> name.startsWith("ffmpeg-")), fileNames.toString());
    }

    @Test
    void anExpressionIsAcceptedByItsChoices() {
        assertTrue(page.accepts("MIT"));
        assertTrue(page.accepts("GPL-3.0-only OR MIT AND Zlib"));
        assertFalse(page.accepts("GPL-3.0-only"));
        assertFalse(page.accepts("MIT AND GPL-2.0-or-later"));
        assertFalse(page.accepts("Business Source License 1.1"));
        assertFalse(page.accepts(""));
    }

    @Test
    void licencesAreKnownByTheirManyNames() {
        assertEquals("Apache-2.0", RuntimeJar.identifier("The Apache Software License, Version 2.0"));
        assertEquals("LGPL-2.1-or-later", RuntimeJar.identifier("GNU Lesser General Public Licence"));
        assertEquals(
                "GPL-2.0-or-later",
                RuntimeJar.identifier("GNU General Public License (GPL) version 2, or any later version"));
        assertEquals("Eclipse Public License 2.0", RuntimeJar.identifier("Eclipse Public License 2.0"));
    }

    private static ThirdPartyPage page() {
        try {
            return ThirdPartyPage.of(HOME.resolve("THIRD-PARTY.md"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
