package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.core.Version;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import org.junit.jupiter.api.Test;

/** Real older libraries are tried by the system tests. */
class LibraryVersionsTest {
    @Test
    void requireJackson_older_namesBothVersionsAndTheArtifact() {
        Version older = new Version(2, 14, 3, null, "com.fasterxml.jackson.core", "jackson-databind");
        RoboReelException refused = assertThrows(RoboReelException.class, () -> LibraryVersions.requireJackson(older));
        assertEquals(Kind.UNSUPPORTED, refused.kind());
        assertEquals(
                "Jackson 2.14.3 comes first on the class path, and the recorder needs 2.15 or newer; set the version of"
                        + " com.fasterxml.jackson.core:jackson-databind in the build file",
                refused.getMessage());
    }

    @Test
    void requireUsable_whatThisProjectIsBuiltWith_isTaken() {
        LibraryVersions.requireUsable();
        LibraryVersions.requireJackson(new Version(2, 15, 0, null, null, null));
    }
}
