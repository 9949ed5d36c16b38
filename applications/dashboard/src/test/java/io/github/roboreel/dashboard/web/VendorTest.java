package io.github.roboreel.dashboard.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Files of others that lie among ours: just those of {@code VENDOR.md}, unchanged. */
class VendorTest {
    private static final Path FOLDER = Path.of("src/main/resources/io/github/roboreel/dashboard/web/vendor");
    private static final Pattern FILE = Pattern.compile("\\| (\\S+) \\| \\S+ \\| ([0-9a-f]{64}) \\|");
    private static final Pattern PACKAGE =
            Pattern.compile("\\| (\\S+) \\| ([0-9.]+) \\| (\\S+) \\| (sha512-[A-Za-z0-9+/]{86}==) \\|");

    @Test
    void filesAreThoseOfTheListAndNoOther() throws Exception {
        Map<String, String> listed = new TreeMap<>();
        FILE.matcher(list()).results().forEach(row -> listed.put(row.group(1), row.group(2)));

        Map<String, String> found = new TreeMap<>();
        try (Stream<Path> files = Files.walk(FOLDER)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
                found.put(FOLDER.relativize(file).toString(), HexFormat.of().formatHex(hash));
            }
        }
        found.remove("VENDOR.md");
        assertEquals(listed, found);
    }

    @Test
    void packagesHaveVersionLicenceAndIntegrity() throws IOException {
        Map<String, String> packages = new TreeMap<>();
        PACKAGE.matcher(list()).results().forEach(row -> packages.put(row.group(1), row.group(2)));

        assertEquals(Map.of("htm", "3.1.1", "uplot", "1.6.32"), packages);
        assertTrue(Files.readString(FOLDER.resolve("uPlot.esm.js")).contains("(v" + packages.get("uplot") + ")"));
    }

    private static String list() throws IOException {
        return Files.readString(FOLDER.resolve("VENDOR.md"));
    }
}
