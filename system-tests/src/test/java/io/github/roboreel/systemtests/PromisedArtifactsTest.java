package io.github.roboreel.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Artifacts of the last release, which build files of others name, against the BOM and the modules of this version. */
class PromisedArtifactsTest {
    private static final Path HOME =
            Path.of(System.getProperty("roboreel.home")).toAbsolutePath().normalize();
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>([^<]+)</artifactId>");
    private static final Pattern MODULE = Pattern.compile("<module>(?:[^<]*/)?([^</]+)</module>");

    @Test
    void everyArtifactOfTheLastReleaseIsInTheBom() throws IOException {
        String bom = Files.readString(HOME.resolve("libraries/roboreel-bom/pom.xml"));
        String managed = bom.substring(bom.indexOf("<dependencyManagement>"), bom.indexOf("</dependencyManagement>"));
        assertEquals(Set.of(), withoutThoseOf(ARTIFACT, managed));
    }

    /** In any profile. */
    @Test
    void everyArtifactOfTheLastReleaseIsAModule() throws IOException {
        assertEquals(Set.of(), withoutThoseOf(MODULE, Files.readString(HOME.resolve("pom.xml"))));
    }

    private static Set<String> withoutThoseOf(Pattern name, String pom) throws IOException {
        List<String> promised = Files.readAllLines(HOME.resolve(".ci/released/artifacts"));
        assertTrue(promised.contains("recorder-core"), "the release promises " + promised);
        Set<String> missing = new TreeSet<>(promised);
        missing.removeAll(
                name.matcher(pom).results().map(match -> match.group(1)).collect(Collectors.toSet()));
        return missing;
    }
}
