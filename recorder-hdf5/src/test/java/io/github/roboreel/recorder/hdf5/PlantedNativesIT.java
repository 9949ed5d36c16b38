package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.roboreel.recorder.hdf5.lib.Hdf5;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the library of Maven Central is unpacked, in a process whose home cannot be used. */
class PlantedNativesIT {
    @TempDir
    Path temp;

    @Test
    void load_folderOfAnotherUser_isRefusedAndNothingInItIsLoaded() throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root gives files away");
        Path planted = Files.createDirectory(temp.resolve("roboreel-natives-0"));
        Files.setAttribute(planted, "unix:uid", 1234);
        String said = description();
        assertTrue(said.startsWith("no native HDF5 library can be loaded: bytedeco does not load"), said);
        assertTrue(said.contains(planted + " belongs to user 1234; give a folder of your own by"), said);
        try (Stream<Path> files = Files.list(planted)) {
            assertEquals(List.of(), files.toList());
        }
    }

    @Test
    void load_noFolderYet_unpacksIntoOneOfItsOwn() throws Exception {
        String said = description();
        assertTrue(said.matches("HDF5 1\\.14\\.\\d+ \\(bytedeco\\)"), said);
        try (Stream<Path> files = Files.walk(temp)) {
            List<Path> libraries =
                    files.filter(file -> file.endsWith("libhdf5.so.310")).toList();
            assertEquals(1, libraries.size(), libraries.toString());
            assertTrue(
                    temp.relativize(libraries.get(0)).toString().matches("roboreel-natives-\\d+/.*"), "" + libraries);
        }
    }

    private String description() throws Exception {
        Path home = Files.createFile(temp.resolve("home"));
        Path output = temp.resolve("output.txt");
        List<String> options =
                List.of("-Duser.home=" + home, "-Djava.io.tmpdir=" + temp, "-D" + Hdf5.BINDING_PROPERTY + "=bytedeco");
        TestJvm.start(TestJvm.command(options, Describing.class), output).waitFor();
        return Files.readString(output).strip();
    }

    static final class Describing {
        private Describing() {}

        public static void main(String[] args) {
            System.out.println(Hdf5.description());
        }
    }
}
