package io.github.roboreel.recorder.hdf5.read;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.roboreel.recorder.hdf5.read.ReaderRequest.Call;
import io.github.roboreel.recorder.spi.DatasetInfo;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Rows of a demo of a closed file, read in this process from the places that the worker tells once. Where anything is
 * not as expected the worker is to read: it knows what to say about it. For one thread.
 */
final class DirectRows {
    private final IsolatedRunReader run;
    private final String demo;
    private final Map<String, Optional<ArrayPlaces>> known = new HashMap<>();

    DirectRows(IsolatedRunReader run, String demo) {
        this.run = run;
        this.demo = demo;
    }

    /** Puts the rows of the arrays that can be read so; the others keep null. */
    void read(Map<String, byte[]> rows, long from, long to) throws IOException {
        if (run.isLive()) {
            return;
        }
        learn(rows.keySet().stream().filter(path -> !known.containsKey(path)).toList());
        for (Map.Entry<String, byte[]> array : rows.entrySet()) {
            ArrayPlaces places = known.get(array.getKey()).orElse(null);
            if (places != null && 0 <= from && from <= to && to <= places.rows()) {
                array.setValue(read(array.getKey(), places, from, to));
            }
        }
    }

    private byte[] read(String path, ArrayPlaces places, long from, long to) {
        try {
            return run.chunks().read(demo + "/" + path, places, from, to);
        } catch (IOException | RuntimeException e) {
            known.put(path, Optional.empty());
            return null;
        }
    }

    /** Descriptions of all arrays, and at once the places of those that have few chunks. */
    Map<String, DatasetInfo> infos() throws IOException {
        DemoArrays arrays = run.ask(ReaderRequest.of(Call.ARRAYS, demo), new TypeReference<DemoArrays>() {});
        learn(arrays);
        return arrays.infos();
    }

    /** Description of one array, and at once the places of its chunks. */
    DatasetInfo info(String path) throws IOException {
        ReaderRequest request = new ReaderRequest(Call.PLACES, "", demo, List.of(path), 0, 0);
        DemoArrays arrays = run.ask(request, new TypeReference<DemoArrays>() {});
        learn(arrays);
        return arrays.infos().get(path);
    }

    private void learn(DemoArrays told) throws IOException {
        if (!run.isLive() && !told.places().isEmpty() && run.hasChunksOf(told.stamp())) {
            told.places().forEach((path, places) -> known.put(path, Optional.of(places)));
        }
    }

    private void learn(List<String> paths) throws IOException {
        if (paths.isEmpty()) {
            return;
        }
        paths.forEach(path -> known.put(path, Optional.empty()));
        try {
            learn(run.ask(new ReaderRequest(Call.PLACES, "", demo, paths, 0, 0), new TypeReference<DemoArrays>() {}));
        } catch (IOException | IllegalArgumentException e) {
            // The worker is asked for the rows and says what is wrong.
            return;
        }
    }
}
