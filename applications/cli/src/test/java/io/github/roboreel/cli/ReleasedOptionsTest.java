package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Commands and options of the last release: {@link ReleasedOptions}. */
class ReleasedOptionsTest {
    @Test
    void everyReleasedOptionIsStillTaken() throws IOException {
        Set<String> released = new TreeSet<>(Files.readAllLines(InProcess.HOME.resolve(ReleasedOptions.FILE)));
        assertTrue(released.size() > 300, released.size() + " options are known to be released");
        released.removeAll(ReleasedOptions.today());
        assertEquals(Set.of(), released, "scripts use these; a name may go with a version that may break");
    }
}
