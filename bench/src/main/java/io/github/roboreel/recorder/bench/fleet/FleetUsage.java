package io.github.roboreel.recorder.bench.fleet;

import io.github.roboreel.recorder.bench.record.PeerFigures;
import java.io.IOException;

/**
 * What one command took, with all processes that it started.
 *
 * @param exit its exit code
 * @param wallSeconds from its start to its end
 * @param cpuSeconds user and system
 * @param peakRssMb most memory that was resident at once, MB
 * @param printed SHA-256 of its stdout
 */
record FleetUsage(int exit, double wallSeconds, double cpuSeconds, double peakRssMb, String printed) {
    static FleetUsage of(PeerFigures json) throws IOException {
        return new FleetUsage(
                (int) json.number("exit"),
                json.number("wall_s"),
                json.number("cpu_s"),
                json.number("peak_rss_mb"),
                json.text("stdout_sha256"));
    }
}
