package io.github.roboreel.dataset.transform;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.transform.Window;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Windows with the one after the last action: its last place is the observation after that, those before are the
 * observations before. It is the window after the last only where windows begin at every step.
 */
final class LastWindow extends ChangedArrays {
    private final EpisodeReader recorded;
    private final Window window;
    private final Map<String, DatasetInfo> infos;

    private LastWindow(EpisodeReader windows, EpisodeReader recorded, Window window, Map<String, DatasetInfo> infos) {
        super(windows);
        this.recorded = recorded;
        this.window = window;
        this.infos = infos;
    }

    /** Of the arrays that were observed after the last action and before the others. */
    static EpisodeReader of(EpisodeReader windows, EpisodeReader recorded, Window window) throws IOException {
        Map<String, DatasetInfo> infos = new LinkedHashMap<>();
        for (String path : recorded.paths()) {
            String observation = DemoPaths.obsOf(path);
            if (DemoPaths.isIn(DemoPaths.FINAL_OBS, path) && windows.has(observation)) {
                DatasetInfo old = recorded.info(path);
                NdArray row = NdArray.zeros(old.dtype(), Windows.shape(old, window.size()));
                infos.put(path, info(old, row, Math.min(1, old.rows())));
            }
        }
        return new LastWindow(windows, recorded, window, infos);
    }

    @Override
    public List<String> paths() throws IOException {
        List<String> paths = new ArrayList<>(source().paths());
        paths.addAll(infos.keySet());
        return paths;
    }

    @Override
    public DatasetInfo info(String path) throws IOException {
        return infos.containsKey(path) ? infos.get(path) : source().info(path);
    }

    @Override
    public byte[] readBytes(String path, long from, long to) throws IOException {
        if (!infos.containsKey(path)) {
            return source().readBytes(path, from, to);
        }
        if (from == to) {
            return new byte[0];
        }
        List<NdArray> places = new ArrayList<>();
        for (int i = 0; i < window.size(); i++) {
            places.add(observation(path, source().numSamples() + (long) i * window.stride()));
        }
        return NdArray.stack(places).bytes();
    }

    private NdArray observation(String path, long step) throws IOException {
        boolean isBefore = step < recorded.numSamples();
        String stored = isBefore ? DemoPaths.obsOf(path) : path;
        long row = isBefore ? step : recorded.info(path).rows() - 1;
        return RowChange.blocks(recorded, List.of(stored), row, row + 1)
                .get(stored)
                .row(0);
    }
}
