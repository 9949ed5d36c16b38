package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.PngFrames;
import io.github.roboreel.dataset.SizedArray;
import io.github.roboreel.dataset.minari.DatasetStorage.ArraySink;
import io.github.roboreel.dataset.minari.DatasetStorage.Totals;
import io.github.roboreel.format.fault.IoConsumer;
import io.github.roboreel.recorder.spi.files.ArrayFileWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Writes episodes as groups {@code episode_0}, {@code episode_1} and so on. */
final class Hdf5Store implements DatasetStorage.Writer {
    private static final int CHUNK_BYTES = 1 << 20;
    private static final int CHUNK_ROWS = 512;

    private final ArrayFileWriter file;
    private final Map<String, Object> rootAttributes;
    private Totals totals;

    Hdf5Store(ArrayFileWriter file, Map<String, Object> rootAttributes, Totals totals) {
        this.file = file;
        this.rootAttributes = rootAttributes;
        this.totals = totals;
    }

    static String group(long number) {
        return "episode_" + number;
    }

    @Override
    public void write(Map<String, Object> attributes, IoConsumer<ArraySink> arrays) throws IOException {
        String group = group((long) attributes.get(DatasetStorage.ID));
        file.group(group + "/" + MinariArray.INFOS);
        arrays.accept(new Episode(group));
        for (Map.Entry<String, Object> attribute : attributes.entrySet()) {
            file.attribute(group, attribute.getKey(), attribute.getValue());
        }
        totals = totals.plus((long) attributes.get(DatasetStorage.TOTAL_STEPS));
    }

    @Override
    public void close() throws IOException {
        try (file) {
            if (!rootAttributes.isEmpty()) {
                for (Map.Entry<String, Object> attribute : rootAttributes.entrySet()) {
                    file.attribute("", attribute.getKey(), attribute.getValue());
                }
                file.attribute("", "total_episodes", totals.episodes());
                file.attribute("", "total_steps", totals.steps());
            }
        }
    }

    private final class Episode implements ArraySink {
        private final String group;
        private MinariArray array;
        private String path;

        private SizedArray sized;

        Episode(String group) {
            this.group = group;
        }

        @Override
        public void begin(MinariArray next, long rows) throws IOException {
            array = next;
            path = group + "/" + next.path();
            if (next.picture()) {
                file.blobs(path);
            } else if (next.rowElements() == 0) {
                file.emptyRows(path, next.dtype(), next.rowShape(), rows);
            } else {
                sized = SizedArray.begin(file, path, next.dtype(), next.rowShape(), rows, chunkRows(next, rows), true);
            }
        }

        private static int chunkRows(MinariArray array, long rows) {
            long most = Math.min(CHUNK_ROWS, CHUNK_BYTES / Math.max(1, array.rowBytes()));
            return (int) Math.max(1, Math.min(rows, most));
        }

        @Override
        public void rows(byte[] rows, int count) throws IOException {
            if (!array.picture()) {
                sized.append(rows);
                return;
            }
            List<byte[]> files = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                files.add(PngFrames.encode(rows, i, array.width(), array.height()));
            }
            file.appendBlobs(path, files);
        }
    }
}
