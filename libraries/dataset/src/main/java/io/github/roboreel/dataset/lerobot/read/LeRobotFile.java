package io.github.roboreel.dataset.lerobot.read;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The episodes of a dataset as groups of arrays, {@code episode_3/observation.state}; elements of vectors as arrays of
 * their own, {@code episode_3/observation.state/0:7}. Rows come from the tables and videos when they are asked for. For
 * one thread.
 */
final class LeRobotFile implements ArrayFileReader {
    private static final String EPISODE = "episode_";
    private static final int PLACES_KNOWN = 1024;

    /** A path of this tree. */
    private record Address(int episode, String key, int fromElement, int toElement) {}

    private final LeRobotInfo info;
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

    LeRobotFile(LeRobotInfo info, EpisodeIndex index, TableReader tables, TableBlocks blocks) {
        this.info = info;
        this.index = index;
        columns = new ColumnRows(tables, blocks);
        videos = new VideoRows();
    }

    /** The group of an episode. */
    static String group(int episode) {
        return EPISODE + episode;
    }

    LeRobotPlace place(int episode) throws IOException {
        LeRobotPlace place = places.get(episode);
        if (place == null) {
            place = index.place(episode);
            places.put(episode, place);
        }
        return place;
    }

    ColumnRows columns() {
        return columns;
    }

    VideoRows videos() {
        return videos;
    }

    private Optional<Address> address(String path) {
        String[] parts = path.split("/");
        if (!parts[0].matches(EPISODE + "\\d{1,9}") || parts.length > 3) {
            return Optional.empty();
        }
        int episode = Integer.parseInt(parts[0].substring(EPISODE.length()));
        boolean isKnown = parts.length == 1 || info.features().containsKey(parts[1]);
        if (episode >= index.episodes() || !isKnown) {
            return Optional.empty();
        }
        if (parts.length < 3) {
            return Optional.of(new Address(episode, parts.length == 1 ? "" : parts[1], 0, -1));
        }
        String[] range = parts[2].split(":");
        return Optional.of(new Address(episode, parts[1], Integer.parseInt(range[0]), Integer.parseInt(range[1])));
    }

    private Address array(String path) throws IOException {
        return address(path)
                .filter(a -> !a.key().isEmpty())
                .orElseThrow(() -> new IOException("the dataset has no '" + path + "'"));
    }

    @Override
    public Kind kind(String path) {
        if (path.isEmpty()) {
            return Kind.GROUP;
        }
        Optional<Address> address = address(path);
        if (address.isEmpty()) {
            return Kind.NOTHING;
        }
        return address.get().key().isEmpty()
                ? Kind.GROUP
                : kind(info.features().get(address.get().key()));
    }

    private static Kind kind(SourceFeature feature) {
        if (feature.isText()) {
            return Kind.TEXTS;
        }
        return feature.isImage() && !feature.isDepth() ? Kind.BLOBS : Kind.ARRAY;
    }

    @Override
    public List<String> members(String group) {
        if (group.isEmpty()) {
            List<String> episodes = new ArrayList<>();
            for (int episode = 0; episode < index.episodes(); episode++) {
                episodes.add(group(episode));
            }
            return episodes;
        }
        return List.copyOf(info.features().keySet());
    }

    @Override
    public Map<String, Object> attributes(String path) throws IOException {
        Optional<Address> address = address(path);
        return address.isPresent() && address.get().key().isEmpty()
                ? place(address.get().episode()).facts()
                : Map.of();
    }

    @Override
    public List<String> otherAttributes(String path) {
        return List.of();
    }

    @Override
    public DatasetInfo info(String path) throws IOException {
        Address address = array(path);
        SourceFeature feature = info.features().get(address.key());
        Kind kind = kind(feature);
        DType dtype = kind == Kind.ARRAY ? dtype(feature) : DType.UINT8;
        List<Long> shape = kind == Kind.ARRAY ? feature.shape() : List.of();
        if (address.toElement() >= 0) {
            shape = List.of((long) address.toElement() - address.fromElement());
        }
        return new DatasetInfo(
                dtype, place(address.episode()).length(), shape, List.of(), List.of(), 0, unit(feature), "");
    }

    private static String unit(SourceFeature feature) {
        return feature.info()
                .path("unit")
                .asText(feature.info().path("depth_unit").asText(""));
    }

    private static DType dtype(SourceFeature feature) throws IOException {
        if (feature.isVideo()) {
            return DType.UINT8;
        }
        if (feature.isImage()) {
            return DType.UINT16;
        }
        if (feature.dtype().isEmpty()) {
            throw new IOException("it is of the type '" + feature.type() + "'");
        }
        return SourceColumn.inTable(feature);
    }

    @Override
    public byte[] readBytes(String path, long from, long to) throws IOException {
        Address address = array(path);
        SourceFeature feature = info.features().get(address.key());
        LeRobotPlace place = place(address.episode());
        requireRange(path, from, to, place);
        if (feature.isVideo()) {
            return videos.read(feature, place.videos().get(feature.key()), from, to);
        }
        byte[] rows = feature.isImage()
                ? columns.depths(place, feature, from, to)
                : columns.numbers(place, feature, from, to);
        return address.toElement() < 0 ? rows : slice(rows, address, feature);
    }

    private static byte[] slice(byte[] rows, Address address, SourceFeature feature) throws IOException {
        int bytes = dtype(feature).bytes();
        int rowBytes = feature.elements() * bytes;
        int start = address.fromElement() * bytes;
        int length = address.toElement() * bytes - start;
        byte[] slice = new byte[rows.length / rowBytes * length];
        for (int row = 0; row < rows.length / rowBytes; row++) {
            System.arraycopy(rows, row * rowBytes + start, slice, row * length, length);
        }
        return slice;
    }

    @Override
    public List<byte[]> readBlobs(String path, long from, long to) throws IOException {
        Address address = array(path);
        LeRobotPlace place = place(address.episode());
        requireRange(path, from, to, place);
        return columns.pictures(place, info.features().get(address.key()), from, to);
    }

    @Override
    public List<String> readTexts(String path) throws IOException {
        Address address = array(path);
        return columns.texts(place(address.episode()), info.features().get(address.key()));
    }

    private static void requireRange(String path, long from, long to, LeRobotPlace place) {
        if (from < 0 || to < from || to > place.length()) {
            throw new ExportRefusedException(
                    "'%s' has %s rows; rows %s to %s are none of them", path, place.length(), from, to);
        }
    }

    @Override
    public void close() throws IOException {
        try (columns) {
            videos.close();
        }
    }
}
