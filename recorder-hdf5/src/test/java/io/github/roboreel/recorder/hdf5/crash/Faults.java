package io.github.roboreel.recorder.hdf5.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** States of a folder that a recovery did not bring back as it should. */
final class Faults {
    private static final int MAX_NAMED = 10;

    private final List<String> faults = new ArrayList<>();
    private int checked;

    /** Recovers a folder and compares. */
    @FunctionalInterface
    interface Check {
        void check(Path folder) throws IOException;
    }

    /** @param parent of the folder that is made for the state, and taken away */
    void check(Path parent, FolderImage state, String name, Check check) throws IOException {
        Path output = parent.resolve(Integer.toString(checked));
        Path runFolder = LoggedRecording.runFolder(output);
        state.writeTo(runFolder);
        check(runFolder, name, check);
        Trees.delete(output);
    }

    void check(Path runFolder, String name, Check check) {
        checked++;
        try {
            check.check(runFolder);
        } catch (AssertionError | IOException | RuntimeException e) {
            faults.add(name + ": " + e);
        }
    }

    void assertNone(int expectedStates) {
        assertEquals(expectedStates, checked);
        List<String> first = faults.subList(0, Math.min(MAX_NAMED, faults.size()));
        assertEquals(List.of(), first, faults.size() + " of " + checked + " states");
    }
}
