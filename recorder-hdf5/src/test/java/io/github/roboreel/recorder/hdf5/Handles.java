package io.github.roboreel.recorder.hdf5;

import java.io.FileInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Uses up the file handles that this process may open. */
public final class Handles {
    /** What is done without handles. */
    @FunctionalInterface
    public interface Body {
        void run() throws IOException;
    }

    private Handles() {}

    /** Runs something while so many handles are left. */
    public static void leaving(int left, Body body) throws IOException {
        List<FileInputStream> held = takeAll();
        try {
            for (int i = 0; i < left; i++) {
                held.remove(held.size() - 1).close();
            }
            body.run();
        } finally {
            for (FileInputStream file : held) {
                file.close();
            }
        }
    }

    private static List<FileInputStream> takeAll() {
        List<FileInputStream> held = new ArrayList<>();
        try {
            while (true) {
                held.add(new FileInputStream("/dev/null"));
            }
        } catch (IOException noneLeft) {
            return held;
        }
    }
}
