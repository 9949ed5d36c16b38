package io.github.roboreel.dataset.lerobot.read;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.duckdb.NumberCells;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Rows of the short columns of numbers, decoded together: one query serves a block of rows of all of them, for whatever
 * episodes they belong to. The blocks used last are kept. Rows that cannot be had so are left to queries of a column,
 * which say what is wrong with them. For one thread.
 */
final class NumberBlocks {
    private static final String INDEX = "index";
    private static final int MOST_ROWS = 4096;
    private static final int BLOCK_BYTES = 1 << 20;
    private static final int MOST_ELEMENTS = 64;
    private static final int MOST_ROW_ELEMENTS = 256;
    private static final long MOST_KEPT_BYTES = 32 << 20;
    private static final int KEPT_IN_HEAP = 32;
    private static final int FILES_KNOWN = 64;

    /** Some columns of a file, next to each other in a row of bytes, after the row's index. */
    private record Layout(List<NumberCells> cells, Map<String, Integer> offsets, int rowBytes, long rows) {}

    private record Place(Path file, long number) {}

    /** Rows with the indices from {@code first} on; none when they are not in order. */
    private record Block(Layout layout, long first, byte[] rows) {
        private boolean has(long index) {
            return index >= first && index < first + rows.length / layout.rowBytes();
        }
    }

    private final DatasetInfoFile info;
    private final TableReader tables;
    private final long mostBytes;
    private long keptBytes;
    private final Map<Place, Block> blocks = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<Path, Optional<Layout>> layouts = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Path, Optional<Layout>> eldest) {
            return size() > FILES_KNOWN;
        }
    };

    NumberBlocks(DatasetInfoFile info, TableReader tables) {
        this.info = info;
        this.tables = tables;
        mostBytes = Math.min(MOST_KEPT_BYTES, Runtime.getRuntime().maxMemory() / KEPT_IN_HEAP);
    }

    /**
     * Numbers of some rows of an episode, little-endian.
     *
     * @return empty when the column is none of these, or a row is missing, damaged or at another place
     */
    Optional<byte[]> numbers(EpisodePlace place, String key, long from, long to) throws IOException {
        Optional<Layout> layout = layout(place.data());
        if (layout.isEmpty() || !layout.get().offsets().containsKey(key)) {
            return Optional.empty();
        }
        int offset = layout.get().offsets().get(key);
        int length = bytes(info.features().get(key));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (long row = from; row < to; row++) {
            long index = place.firstRow() + row;
            Block block = block(new Place(place.data(), index / layout.get().rows()), layout.get());
            if (!block.has(index)) {
                return Optional.empty();
            }
            int start = Math.toIntExact(index - block.first()) * layout.get().rowBytes();
            bytes.write(block.rows(), start + offset, length);
        }
        return Optional.of(bytes.toByteArray());
    }

    private static int bytes(SourceFeature feature) {
        return feature.elements() * SourceColumn.inTable(feature).bytes();
    }

    private Optional<Layout> layout(Path file) throws IOException {
        Optional<Layout> known = layouts.get(file);
        if (known == null) {
            known = layout(tables.types(file));
            layouts.put(file, known);
        }
        return known;
    }

    private Optional<Layout> layout(Map<String, String> types) {
        if (!TableReader.isNumber(types.getOrDefault(INDEX, ""))) {
            return Optional.empty();
        }
        List<NumberCells> cells = new ArrayList<>();
        Map<String, Integer> offsets = new LinkedHashMap<>();
        int rowBytes = 0;
        int elements = 0;
        for (SourceFeature feature : shortColumns()) {
            Optional<NumberCells> column = cells(feature, types.getOrDefault(feature.key(), ""));
            if (column.isPresent() && elements + feature.elements() <= MOST_ROW_ELEMENTS) {
                cells.add(column.get());
                offsets.put(feature.key(), rowBytes);
                rowBytes += bytes(feature);
                elements += feature.elements();
            }
        }
        return rowBytes == 0
                ? Optional.empty()
                : Optional.of(new Layout(cells, offsets, rowBytes, Math.min(MOST_ROWS, BLOCK_BYTES / rowBytes)));
    }

    /** Those that every episode is checked by come first, as not all may have room. */
    private List<SourceFeature> shortColumns() {
        return info.features().values().stream()
                .filter(f -> !f.isVideo() && !f.isImage() && !f.isText())
                .filter(f -> f.dtype().isPresent() && f.elements() > 0 && f.elements() <= MOST_ELEMENTS)
                .sorted(Comparator.comparing(f -> !RowCheck.isStructure(f.key())))
                .toList();
    }

    private static Optional<NumberCells> cells(SourceFeature feature, String type) {
        try {
            return Optional.of(SourceColumn.of(feature, type).cells());
        } catch (ExportRefusedException e) {
            // Whoever reads the column is told.
            return Optional.empty();
        }
    }

    private Block block(Place place, Layout layout) {
        Block block = blocks.get(place);
        if (block == null) {
            block = read(place, layout);
            blocks.put(place, block);
            keptBytes += block.rows().length;
            while (keptBytes > mostBytes && blocks.size() > 1) {
                keptBytes -= blocks.remove(blocks.keySet().iterator().next()).rows().length;
            }
        }
        return block;
    }

    private Block read(Place place, Layout layout) {
        long start = place.number() * layout.rows();
        List<String> selected = new ArrayList<>(List.of("CAST(\"index\" AS BIGINT)"));
        layout.cells().forEach(cells -> selected.addAll(cells.selected()));
        String query = "SELECT " + String.join(", ", selected) + " FROM " + TableReader.from(place.file())
                + " WHERE \"index\" >= " + start + " AND \"index\" < " + (start + layout.rows());
        Rows rows = new Rows(layout);
        try {
            tables.each(place.file(), query, rows::add);
            return new Block(layout, rows.first, rows.bytes.toByteArray());
        } catch (IOException | ExportRefusedException e) {
            // Some row or column is damaged: a query of the column that is asked for says whether it concerns it.
            return new Block(layout, start, new byte[0]);
        }
    }

    /** Rows as they come; any that does not follow the one before ends it. */
    private static final class Rows {
        private final Layout layout;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final ByteBuffer row;
        private long first;
        private long next = -1;

        Rows(Layout layout) {
            this.layout = layout;
            row = ByteBuffer.allocate(layout.rowBytes()).order(ByteOrder.LITTLE_ENDIAN);
        }

        void add(ResultSet result) throws SQLException, IOException {
            long index = result.getLong(1);
            if (next >= 0 && index != next) {
                throw new IOException("row " + index + " comes where row " + next + " is expected");
            }
            first = next < 0 ? index : first;
            next = index + 1;
            row.clear();
            int column = 2;
            for (NumberCells cells : layout.cells()) {
                cells.read(result, column, row);
                column += cells.width();
            }
            bytes.write(row.array(), 0, layout.rowBytes());
        }
    }
}
