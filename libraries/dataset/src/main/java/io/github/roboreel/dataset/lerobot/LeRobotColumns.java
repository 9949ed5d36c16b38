package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.ForeignRows;
import io.github.roboreel.dataset.FoundArray;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.files.ArrayFileReader.Kind;
import java.io.Closeable;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The columns and videos of a dataset's episodes. Rows come from the tables and videos when asked for. For one thread.
 */
final class LeRobotColumns implements Closeable {
    private static final int PLACES_KNOWN = 1024;

    private final EpisodeIndex index;
    private final ColumnRows columns;
    private final VideoRows videos;
    private final Map<Integer, LeRobotPlace> places = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, LeRobotPlace> eldest) {
            return size() > PLACES_KNOWN;
        }
    };

    LeRobotColumns(EpisodeIndex index, TableReader tables, TableBlocks blocks, double fps) {
        this.index = index;
        columns = new ColumnRows(tables, blocks);
        videos = new VideoRows(fps);
    }

    LeRobotPlace place(int episode) throws IOException {
        LeRobotPlace place = places.get(episode);
        if (place == null) {
            place = index.place(episode);
            places.put(episode, place);
        }
        return place;
    }

    ColumnRows tables() {
        return columns;
    }

    VideoRows videos() {
        return videos;
    }

    /** The array that a feature is in an episode. */
    FoundArray array(LeRobotPlace place, LeRobotFeature feature) {
        String path = place.name() + "/" + feature.key();
        ForeignRows rows = new FeatureRows(place, feature);
        Kind kind = kind(feature);
        try {
            DType dtype = kind == Kind.ARRAY ? dtype(place, feature) : DType.UINT8;
            List<Long> shape = kind == Kind.ARRAY ? feature.shape() : List.of();
            DatasetInfo stored = new DatasetInfo(
                            dtype, place.length(), shape, List.of(), List.of(), 0, unit(feature), "")
                    .with(feature.signal());
            return new FoundArray(path, feature.key(), kind, Optional.of(stored), "", rows);
        } catch (IOException e) {
            return new FoundArray(path, feature.key(), kind, Optional.empty(), e.getMessage(), rows);
        }
    }

    /** The texts of the tasks of an episode's steps. */
    List<String> tasks(LeRobotPlace place, TaskTexts texts) throws IOException {
        return columns.wholeNumbers(place, RowCheck.TASK).stream()
                .map(texts::text)
                .toList();
    }

    /** Some elements of the rows of a feature that is a vector. */
    ForeignRows elements(LeRobotPlace place, LeRobotFeature feature, int fromElement, int toElement) {
        ForeignRows all = new FeatureRows(place, feature);
        return (from, to) -> slice(all.numbers(from, to), feature, fromElement, toElement);
    }

    private static byte[] slice(byte[] rows, LeRobotFeature feature, int from, int to) throws IOException {
        int bytes = dtype(feature).bytes();
        int rowBytes = feature.elements() * bytes;
        int length = (to - from) * bytes;
        byte[] slice = new byte[rows.length / rowBytes * length];
        for (int row = 0; row < rows.length / rowBytes; row++) {
            System.arraycopy(rows, row * rowBytes + from * bytes, slice, row * length, length);
        }
        return slice;
    }

    private static Kind kind(LeRobotFeature feature) {
        if (feature.isText() || feature.isLanguage()) {
            return Kind.TEXTS;
        }
        return feature.isImage() && !feature.isDepth() ? Kind.BLOBS : Kind.ARRAY;
    }

    private static String unit(LeRobotFeature feature) {
        if (feature.isVideo() && feature.isDepth()) {
            return new DepthScale(feature).unit();
        }
        return feature.info()
                .path("unit")
                .asText(feature.info().path("depth_unit").asText(""));
    }

    private DType dtype(LeRobotPlace place, LeRobotFeature feature) throws IOException {
        if (feature.isVideo()) {
            return feature.isDepth() ? new DepthScale(feature).dtype() : DType.UINT8;
        }
        return feature.isImage() ? columns.depthType(place, feature) : dtype(feature);
    }

    private static DType dtype(LeRobotFeature feature) throws IOException {
        if (feature.dtype().isEmpty()) {
            throw new IOException("it is of the type '" + feature.type() + "'");
        }
        return SourceColumn.inTable(feature);
    }

    /** The rows of a feature in an episode. */
    private final class FeatureRows implements ForeignRows {
        private final LeRobotPlace place;
        private final LeRobotFeature feature;
        /** Of depths in files; null before it is asked for. */
        private DType depthType;
        /** Of a video of depths; null before it is asked for. */
        private DepthScale depthScale;

        FeatureRows(LeRobotPlace place, LeRobotFeature feature) {
            this.place = place;
            this.feature = feature;
        }

        @Override
        public byte[] numbers(long from, long to) throws IOException {
            requireRange(from, to);
            if (feature.isVideo()) {
                byte[] frames = videos.read(feature, place.videos().get(feature.key()), from, to);
                return feature.isDepth() ? depthScale().depths(frames) : frames;
            }
            return feature.isImage()
                    ? columns.depths(place, feature, depthType(), from, to)
                    : columns.numbers(place, feature, from, to);
        }

        private DepthScale depthScale() {
            if (depthScale == null) {
                depthScale = new DepthScale(feature);
            }
            return depthScale;
        }

        private DType depthType() throws IOException {
            if (depthType == null) {
                depthType = columns.depthType(place, feature);
            }
            return depthType;
        }

        @Override
        public List<byte[]> blobs(long from, long to) throws IOException {
            requireRange(from, to);
            return columns.pictures(place, feature, from, to);
        }

        @Override
        public List<String> texts() throws IOException {
            return feature.isLanguage() ? columns.events(place, feature) : columns.texts(place, feature);
        }

        private void requireRange(long from, long to) {
            if (from < 0 || to < from || to > place.length()) {
                throw new ExportRefusedException(
                        "'%s/%s' has %s rows; rows %s to %s are none of them",
                        place.name(), feature.key(), place.length(), from, to);
            }
        }
    }

    @Override
    public void close() throws IOException {
        try (columns) {
            videos.close();
        }
    }
}
