package io.github.roboreel.recorder.bench.read;

import io.github.roboreel.recorder.bench.record.Figures;
import io.github.roboreel.recorder.bench.record.PeerFigures;
import io.github.roboreel.recorder.bench.record.PeerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What {@code bench/peers/read_h5py.py} measured on one file, round by round. */
final class ReadFigures {
    private static final List<String> ALWAYS = List.of("row_window_ms", "scan_mb_per_s");
    private static final List<String> CAMERAS = List.of("random_frame_ms", "frame_window_ms");

    private final Path file;
    private final boolean cameras;
    private final Map<String, List<Double>> rounds = new LinkedHashMap<>();

    ReadFigures(Path file, boolean cameras) {
        this.file = file;
        this.cameras = cameras;
    }

    void measure(int accesses, int seed) throws IOException, InterruptedException {
        PeerFigures json = PeerProcess.python("read_h5py.py", file, "--accesses", accesses, "--seed", seed);
        for (String key : keys()) {
            rounds.computeIfAbsent(key, k -> new ArrayList<>()).add(json.number(key));
        }
    }

    List<String> keys() {
        List<String> keys = new ArrayList<>(ALWAYS);
        if (cameras) {
            keys.addAll(CAMERAS);
        }
        return keys;
    }

    double median(String key) {
        return Figures.median(rounds.get(key));
    }

    /** How many times faster than the other; a time counts the other way round. */
    double timesFaster(ReadFigures other, String key) {
        double ratio = median(key) / other.median(key);
        return key.endsWith("_ms") ? 1 / ratio : ratio;
    }

    Figures medians() {
        Figures medians = new Figures();
        keys().forEach(key -> medians.put(key, median(key), 4));
        return medians;
    }
}
