package io.github.roboreel.recorder.video.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlantedNativesIT {
    @TempDir
    Path temp;

    @Test
    void whyMissing_folderThatOthersMayWrite_isSaidAndNothingIsLoaded() throws Exception {
        Path home = Files.createFile(temp.resolve("home"));
        int user = (int) Files.getAttribute(home, "unix:uid");
        Path planted = Files.createDirectory(temp.resolve("roboreel-natives-" + user));
        Files.setPosixFilePermissions(planted, PosixFilePermissions.fromString("rwxrwxrwx"));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Duser.home=" + home,
                        "-Djava.io.tmpdir=" + temp,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Asking.class.getName())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(said.contains("cannot be loaded (native libraries are unpacked only where"), said);
        assertTrue(said.contains(planted + " may be written by others (mode 777)"), said);
        try (Stream<Path> files = Files.list(planted)) {
            assertEquals(List.of(), files.toList());
        }
    }

    static final class Asking {
        private Asking() {}

        public static void main(String[] args) {
            System.out.println(FfmpegLibrary.whyMissing().orElse("nothing is missing"));
        }
    }
}
