package io.github.roboreel.tools.check.scan;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Scans in plain Java, which takes a fraction of the time; a file that it finds fault with, or cannot measure, is read
 * again by the native library in a process of its own. So what is said of a damaged file, or of one that is being
 * recorded, is what the native library says.
 */
public final class PlainFirstScans implements RunScans {
    private final PlainScans plain;
    private final IsolatedScans isolated;

    /** Both are closed with this. */
    public PlainFirstScans(PlainScans plain, IsolatedScans isolated) {
        this.plain = plain;
        this.isolated = isolated;
    }

    @Override
    public RunFacts scan(Path file, double dtSeconds) throws IOException {
        RunFacts facts = plain.scan(file, dtSeconds);
        boolean isMeasured = !facts.isOurs() || !facts.space().equals(FileSpace.UNKNOWN);
        return facts.faults().isEmpty() && isMeasured ? facts : isolated.scan(file, dtSeconds);
    }

    @Override
    public void close() {
        isolated.close();
        plain.close();
    }
}
