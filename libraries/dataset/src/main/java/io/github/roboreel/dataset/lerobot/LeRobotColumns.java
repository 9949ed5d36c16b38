package io.github.roboreel.dataset.lerobot;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.ForeignRows;
import io.github.roboreel.dataset.FoundArray;
import io.github.roboreel.dataset.ImportNotes;
import io.github.roboreel.dataset.PictureFile;
import io.github.roboreel.dataset.PngFrames;
import io.github.roboreel.dataset.TiffFrames;
import io.github.roboreel.dataset.duckdb.DuckDb;
import io.github.roboreel.dataset.duckdb.NumberCells;
import io.github.roboreel.dataset.duckdb.RowCursor;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.Elements;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.files.ArrayFileReader.Kind;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The columns and videos of a dataset's episodes. Rows come from the tables and videos when asked for; a column that is
 * read on where it was left is not looked for again, so that long episodes are read once. For one thread.
 */
final class LeRobotColumns implements Closeable {
    private static final int PLACES_KNOWN = 1024;
    private static final int COLUMNS_OPEN = 32;
    private static final int MAX_FILE_BYTES = 64 << 20;

    /** A column that was not read to its end. */
    private record Open(RowCursor cursor, long next) {}

    private final EpisodeIndex index;
    private final TableReader tables;
    private final TableBlocks blocks;
    private final VideoRows videos;
    private final Map<String, Open> open = new LinkedHashMap<>(16, 0.75f, true);

    private final Map<Integer, LeRobotPlace> places = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, LeRobotPlace> eldest) {
            return size() > PLACES_KNOWN;
        }
    };

    LeRobotColumns(EpisodeIndex index, TableReader tables, TableBlocks blocks, double fps) {
        this.index = index;
        this.tables = tables;
        this.blocks = blocks;
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

    VideoRows videos() {
        return videos;
    }

    /** The array that a feature is in an episode. */
    FoundArray array(LeRobotPlace place, LeRobotFeature feature) {
        String path = place.name() + "/" + feature.key();
        Kind kind = feature.isImage() && !feature.isDepth() ? Kind.BLOBS : Kind.ARRAY;
        kind = feature.isText() || feature.isLanguage() ? Kind.TEXTS : kind;
        DepthScale scale = feature.isVideo() && feature.isDepth() ? new DepthScale(feature) : null;
        try {
            DType dtype = kind == Kind.ARRAY ? dtype(place, feature, scale) : DType.UINT8;
            List<Long> shape = kind == Kind.ARRAY ? feature.shape() : List.of();
            JsonNode info = feature.info();
            String said = info.path("unit").asText(info.path("depth_unit").asText(""));
            String unit = scale == null ? said : scale.unit();
            DatasetInfo stored = new DatasetInfo(dtype, place.length(), shape, List.of(), List.of(), 0, unit, "")
                    .with(feature.signal());
            ForeignRows rows = new FeatureRows(place, feature, scale, dtype);
            return new FoundArray(path, feature.key(), kind, Optional.of(stored), "", rows);
        } catch (IOException e) {
            ForeignRows none = (from, to) -> {
                throw e;
            };
            return new FoundArray(path, feature.key(), kind, Optional.empty(), e.getMessage(), none);
        }
    }

    /** Of depths in picture files that of the first, uint16 where there are none. */
    private DType dtype(LeRobotPlace place, LeRobotFeature feature, DepthScale scale) throws IOException {
        if (feature.isVideo()) {
            return scale == null ? DType.UINT8 : scale.dtype();
        }
        if (!feature.isImage()) {
            return SourceColumn.inTable(feature);
        }
        if (place.length() == 0) {
            return DepthScale.MILLIMETRES_TYPE;
        }
        try (PictureFile picture =
                PictureFile.open(pictures(place, feature, 0, 1).get(0))) {
            return picture.isFloat() ? DepthScale.METRES_TYPE : DepthScale.MILLIMETRES_TYPE;
        }
    }

    /** The rows of a feature in an episode: of a video of depths those of its codes. */
    private final class FeatureRows implements ForeignRows {
        private final LeRobotPlace place;
        private final LeRobotFeature feature;
        private final DepthScale scale;
        private final DType dtype;

        FeatureRows(LeRobotPlace place, LeRobotFeature feature, DepthScale scale, DType dtype) {
            this.place = place;
            this.feature = feature;
            this.scale = scale;
            this.dtype = dtype;
        }

        @Override
        public byte[] numbers(long from, long to) throws IOException {
            if (feature.isVideo()) {
                byte[] frames = videos.read(feature, place.videos().get(feature.key()), from, to);
                return scale == null ? frames : scale.depths(frames);
            }
            if (!feature.isImage()) {
                return LeRobotColumns.this.numbers(place, feature, from, to);
            }
            ByteArrayOutputStream depths = new ByteArrayOutputStream();
            for (byte[] file : blobs(from, to)) {
                depths.writeBytes(
                        dtype.isFloating()
                                ? TiffFrames.decode(file, feature.width(), feature.height())
                                : PngFrames.decodeDepth(file, feature.width(), feature.height()));
            }
            return depths.toByteArray();
        }

        @Override
        public List<byte[]> blobs(long from, long to) throws IOException {
            return pictures(place, feature, from, to);
        }

        @Override
        public List<String> texts() throws IOException {
            return LeRobotColumns.this.texts(place, feature);
        }
    }

    /** Some elements of the rows of a feature that is a vector. */
    ForeignRows elements(LeRobotPlace place, LeRobotFeature feature, int fromElement, int toElement) {
        int bytes = SourceColumn.inTable(feature).bytes();
        int rowBytes = feature.elements() * bytes;
        int length = (toElement - fromElement) * bytes;
        return (from, to) -> {
            byte[] rows = numbers(place, feature, from, to);
            byte[] slice = new byte[rows.length / rowBytes * length];
            for (int row = 0; row < rows.length / rowBytes; row++) {
                System.arraycopy(rows, row * rowBytes + fromElement * bytes, slice, row * length, length);
            }
            return slice;
        };
    }

    /** How a column of numbers is read. */
    SourceColumn column(LeRobotPlace place, LeRobotFeature feature) throws IOException {
        return SourceColumn.of(feature, type(place, feature));
    }

    private String type(LeRobotPlace place, LeRobotFeature feature) throws IOException {
        return tables.types(place.data()).getOrDefault(feature.key(), "");
    }

    /** Numbers of some rows, little-endian. */
    byte[] numbers(LeRobotPlace place, LeRobotFeature feature, long from, long to) throws IOException {
        NumberCells cells = column(place, feature).cells();
        Optional<byte[]> rows = blocks.read(place.data(), cells, place.firstRow() + from, place.firstRow() + to);
        if (rows.isPresent()) {
            return rows.get();
        }
        // Grows with the rows that are there, whatever their number is said to be.
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        read(place, feature, cells.selected(), from, to, row -> {
            ByteBuffer one = Elements.room(cells.dtype(), cells.elements());
            cells.read(row, 1, one);
            bytes.writeBytes(one.array());
        });
        return bytes.toByteArray();
    }

    private List<byte[]> pictures(LeRobotPlace place, LeRobotFeature feature, long from, long to) throws IOException {
        String type = type(place, feature);
        String name = DuckDb.name(feature.key());
        String bytes = type.equals("BLOB") ? name : "struct_extract(" + name + ", 'bytes')";
        if (!type.equals("BLOB") && !type.matches("STRUCT\\(.*\\bbytes BLOB\\b.*\\)")) {
            throw new ExportRefusedException(
                    "feature '%s' is declared as image, but stored as %s, where picture files were expected; "
                            + "repair the dataset",
                    feature.key(), type.isEmpty() ? "nothing" : type);
        }
        String checked = "CASE WHEN octet_length(" + bytes + ") <= " + MAX_FILE_BYTES + " THEN " + bytes + " END";
        List<byte[]> files = new ArrayList<>();
        read(place, feature, List.of(checked), from, to, row -> {
            byte[] file = row.getBytes(1);
            if (file == null) {
                throw new IOException("'" + feature.key() + "' has a row without a picture file of up to "
                        + MAX_FILE_BYTES + " bytes; files beside the tables are not read");
            }
            files.add(file);
        });
        return files;
    }

    /** The texts of all rows; of a column of language as {@link LanguageRows}. */
    private List<String> texts(LeRobotPlace place, LeRobotFeature feature) throws IOException {
        List<String> texts = new ArrayList<>();
        String selected = feature.isLanguage() ? json(feature) : DuckDb.name(feature.key());
        each(place, selected, row -> {
            String text = row.getString(1);
            if (text == null && !feature.isLanguage()) {
                throw new ExportRefusedException(
                        "%s: '%s' has a gap in it; repair the dataset", place.name(), feature.key());
            }
            texts.add(feature.isLanguage() ? language(place, feature, text) : text);
        });
        return texts;
    }

    private void each(LeRobotPlace place, String selected, DuckDb.RowVisitor visitor) throws IOException {
        tables.each(place.data(), select(place, List.of(selected), 0), visitor);
    }

    /**
     * Bytes of the longest text of an episode, or of the longest {@link LanguageRows}.
     *
     * @throws ExportRefusedException when it is longer than a text may be, or the column holds none
     */
    int longest(LeRobotPlace place, LeRobotFeature feature) throws IOException {
        long[] longest = {feature.isLanguage() ? LanguageRows.NONE.length() : 0};
        if (!feature.isLanguage() && !type(place, feature).equals("VARCHAR")) {
            throw new ExportRefusedException(
                    "feature '%s' is declared as string, but stored as %s; repair the dataset",
                    feature.key(), type(place, feature));
        }
        String selected =
                feature.isLanguage() ? "DISTINCT " + json(feature) : "strlen(" + DuckDb.name(feature.key()) + ")";
        each(place, selected, row -> {
            long bytes = feature.isLanguage()
                    ? FormatJson.utf8(language(place, feature, row.getString(1))).length
                    : row.getLong(1);
            longest[0] = Math.max(longest[0], bytes);
        });
        if (longest[0] > StepTasks.MAX_BYTES) {
            throw new ExportRefusedException(
                    "feature '%s' has a text of %s bytes, and up to %s are recorded; shorten it",
                    feature.key(), longest[0], StepTasks.MAX_BYTES);
        }
        return (int) longest[0];
    }

    /** The texts of the tasks of an episode's steps. */
    List<String> tasks(LeRobotPlace place, TaskTexts texts) throws IOException {
        String stored = tables.types(place.data()).getOrDefault(RowCheck.TASK, "");
        List<String> tasks = new ArrayList<>();
        each(
                place,
                DuckDb.name(RowCheck.TASK) + (stored.endsWith("[]") ? "[1]" : ""),
                row -> tasks.add(texts.text(row.getLong(1))));
        return tasks;
    }

    /** What is the same at all steps, as {@link LanguageRows}: that of the first. */
    String persistent(LeRobotPlace place, LeRobotFeature feature, ImportNotes notes) throws IOException {
        String[] text = {LanguageRows.NONE};
        String json = json(feature);
        each(place, "first(" + json + "), count(DISTINCT " + json + ")", row -> {
            text[0] = language(place, feature, row.getString(1));
            if (row.getLong(2) > 1) {
                notes.add("'" + feature.key()
                        + "' is not the same at all steps of an episode, as LeRobot promises: that of"
                        + " the first is kept");
            }
        });
        return text[0];
    }

    private static String json(LeRobotFeature feature) {
        return "to_json(" + DuckDb.name(feature.key()) + ")";
    }

    private static String language(LeRobotPlace place, LeRobotFeature feature, String json) {
        try {
            return LanguageRows.canonical(feature.key(), json == null ? "" : json);
        } catch (IOException e) {
            throw new ExportRefusedException("%s: %s; repair the dataset", place.name(), e.getMessage());
        }
    }

    private static String select(LeRobotPlace place, List<String> expressions, long skipped) {
        return "SELECT " + String.join(", ", expressions) + " FROM " + TableReader.from(place.data()) + " WHERE "
                + place.condition() + (skipped == 0 ? "" : " OFFSET " + skipped);
    }

    private void read(
            LeRobotPlace place,
            LeRobotFeature feature,
            List<String> expressions,
            long from,
            long to,
            DuckDb.RowVisitor reader)
            throws IOException {
        String name = place.index() + "/" + feature.key();
        Open column = open.remove(name);
        boolean isKept = false;
        try {
            if (column == null || column.next() != from) {
                close(column);
                column = new Open(tables.cursor(place.data(), select(place, expressions, from)), from);
            }
            for (long row = from; row < to; row++) {
                if (!column.cursor().next()) {
                    throw new IOException("'" + feature.key() + "' ends at step " + row);
                }
                reader.row(column.cursor().row());
            }
            isKept = to < place.length();
        } catch (SQLException e) {
            throw TableReader.damaged(place.data(), e);
        } catch (IOException e) {
            throw new IOException(
                    place.data() + ", " + place.name() + ": " + e.getMessage() + "; repair the dataset", e);
        } finally {
            if (!isKept) {
                close(column);
            }
        }
        if (isKept) {
            open.put(name, new Open(column.cursor(), to));
            if (open.size() > COLUMNS_OPEN) {
                close(open.remove(open.keySet().iterator().next()));
            }
        }
    }

    private static void close(Open column) throws IOException {
        if (column != null) {
            try {
                column.cursor().close();
            } catch (SQLException e) {
                throw DuckDb.failed("end a query", e);
            }
        }
    }

    @Override
    public void close() throws IOException {
        try (videos;
                blocks) {
            for (Open column : open.values()) {
                close(column);
            }
            open.clear();
        }
    }
}
