package io.github.roboreel.cli.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.cli.ChildJvm;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartUpIT {
    @TempDir
    Path folder;

    @Test
    void helpLoadsNoEngine() throws Exception {
        ChildJvm child = ChildJvm.startWith(folder, List.of("-Xlog:class+load:stderr"), "record", "--help");

        assertEquals(0, child.exitCode());
        assertTrue(child.out().startsWith("Usage: roboreel record"), child.out());
        assertTrue(child.err().contains("io.github.roboreel.cli.record.RecordCommand"));
        List<String> engines = child.err()
                .lines()
                .filter(l -> l.matches(
                        ".*(roboreel\\.(simulator|simulation|runner|recorder)|jackson|ode4j|hdf5lib|progressbar).*"))
                .toList();
        assertEquals(List.of(), engines);
    }

    @Test
    void badArgumentsGiveTheProcessExitCodeTwo() throws Exception {
        ChildJvm child = ChildJvm.run(folder, "record", "--num_envs", "0");

        assertEquals(2, child.exitCode());
        assertEquals("", child.out());
        assertEquals(
                "roboreel: invalid value for option '--num_envs': expected a whole number of 1 or"
                        + " more; given '0'\n",
                child.err());
    }
}
