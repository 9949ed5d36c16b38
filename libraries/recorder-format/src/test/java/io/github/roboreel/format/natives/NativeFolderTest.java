package io.github.roboreel.format.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeFolderTest {
    private static final String[] PROPERTIES = {"user.home", "java.io.tmpdir", NativeFolder.PROPERTY};

    private final String[] before = new String[PROPERTIES.length];

    @TempDir
    Path temp;

    private Path home;
    private Path temporary;

    @BeforeEach
    void setPlaces() throws IOException {
        home = Files.createDirectory(temp.resolve("home"));
        temporary = Files.createDirectory(temp.resolve("tmp"));
        for (int i = 0; i < before.length; i++) {
            before[i] = System.getProperty(PROPERTIES[i]);
        }
        System.setProperty("user.home", home.toString());
        System.setProperty("java.io.tmpdir", temporary.toString());
        System.clearProperty(NativeFolder.PROPERTY);
    }

    @AfterEach
    void resetPlaces() {
        for (int i = 0; i < before.length; i++) {
            if (before[i] == null) {
                System.clearProperty(PROPERTIES[i]);
            } else {
                System.setProperty(PROPERTIES[i], before[i]);
            }
        }
    }

    private static void require() {
        NativeFolder.require(() -> new File(System.getProperty(NativeFolder.PROPERTY)));
    }

    private static String refusal() {
        return assertThrows(UnsatisfiedLinkError.class, NativeFolderTest::require)
                .getMessage();
    }

    private static void mode(Path path, String permissions) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    private static void giveAway(Path path) throws IOException {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root gives files away");
        Files.setAttribute(path, "unix:uid", 1234);
    }

    private Path planted() throws IOException {
        Files.delete(home);
        Files.createFile(home);
        int user = (int) Files.getAttribute(temporary, "unix:uid");
        return Files.createDirectory(temporary.resolve("roboreel-natives-" + user));
    }

    @Test
    void require_freshHome_makesAFolderForThisUserAlone() throws IOException {
        require();
        Path folder = home.resolve(".cache/roboreel/natives");
        assertEquals(folder.toString(), System.getProperty(NativeFolder.PROPERTY));
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)));
    }

    @Test
    void require_homeThatOthersMayWrite_takesTheFolderForTemporaryFiles() throws IOException {
        mode(home, "rwxrwxrwx");
        require();
        Path folder = Path.of(System.getProperty(NativeFolder.PROPERTY));
        assertEquals(temporary, folder.getParent());
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)));
    }

    @Test
    void require_plantedFolderOfAnotherUser_isRefused() throws IOException {
        Path planted = planted();
        giveAway(planted);
        String refusal = refusal();
        assertTrue(refusal.contains(planted + " belongs to user 1234; give a folder of your own"), refusal);
        assertEquals(null, System.getProperty(NativeFolder.PROPERTY));
    }

    @Test
    void require_plantedFolderThatOthersMayWrite_isRefused() throws IOException {
        Path planted = planted();
        mode(planted, "rwxrwx---");
        String refusal = refusal();
        assertTrue(refusal.contains(planted + " may be written by others (mode 770); give"), refusal);
    }

    @Test
    void require_plantedLinkIntoAnotherUsersFolder_isRefused() throws IOException {
        Path planted = planted();
        Files.delete(planted);
        Path foreign = Files.createDirectory(temp.resolve("foreign"));
        giveAway(foreign);
        Files.createSymbolicLink(planted, foreign);
        String refusal = refusal();
        assertTrue(refusal.contains(foreign + " belongs to user 1234"), refusal);
    }

    @Test
    void require_folderThatWasSetAndBelongsToAnotherUser_isRefused() throws IOException {
        Path set = Files.createDirectory(temp.resolve("set"));
        giveAway(set);
        System.setProperty(NativeFolder.PROPERTY, set.toString());
        String refusal = refusal();
        assertTrue(refusal.contains(set + " belongs to user 1234"), refusal);
    }

    /** JavaCPP asks for the property once in a process, which may have been before. */
    @Test
    void require_otherFolderInUse_isTheOneThatIsChecked() throws IOException {
        Path used = Files.createDirectory(temp.resolve("used"));
        mode(used, "rwxrwxrwx");
        String refusal = assertThrows(UnsatisfiedLinkError.class, () -> NativeFolder.require(used::toFile))
                .getMessage();
        assertTrue(refusal.contains(used + " may be written by others (mode 777)"), refusal);
    }

    @Test
    void danger_parentThatOthersMayWrite_isOneUnlessItIsSticky() throws IOException {
        Path parent = Files.createDirectory(temp.resolve("parent"));
        Path folder = Files.createDirectory(parent.resolve("natives"));
        Files.setAttribute(parent, "unix:mode", 0777);
        assertEquals(Optional.of(parent + " may be written by others (mode 777)"), NativeFolder.danger(folder));
        Files.setAttribute(parent, "unix:mode", 01777);
        assertEquals(Optional.empty(), NativeFolder.danger(folder));
    }
}
