package io.github.roboreel.recorder.spi;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.Elements;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.format.names.NameOrder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * An episode whose composite actions, arrays below {@code actions/}, are seen as the one vector {@code actions} that
 * most readers want: their rows flattened and joined in the order of {@link #parts}. Of equal types it keeps the type;
 * others become float32 where that holds them exactly, else float64. Actions that are texts are seen below
 * {@code action_texts/} instead.
 */
public final class JoinedActions implements EpisodeReader {
    private static final String PARTS = DemoPaths.ACTIONS + "/";
    private static final String TEXTS = "action_texts/";

    private final EpisodeReader demo;
    private final List<String> parts;
    private final DType dtype;

    private JoinedActions(EpisodeReader demo, List<String> parts) throws IOException {
        this.demo = demo;
        this.parts = List.copyOf(parts);
        this.dtype = common();
    }

    /**
     * As {@link #of(EpisodeReader, UnaryOperator)}, in the order of the fields' own paths.
     *
     * @throws IOException when the episode cannot be read
     */
    public static EpisodeReader of(EpisodeReader demo) throws IOException {
        return of(demo, UnaryOperator.identity());
    }

    /**
     * The episode with its actions joined; itself when they are one array or none.
     *
     * <p>They are joined key by key, by the keys' UTF-8 bytes, members {@code _index_<n>} of a tuple by their number.
     * By the original keys that is the order of Gymnasium's {@code flatten}.
     *
     * @param keys path of the original keys by the path of a field of the actions: keys that no field can have were
     *     renamed when they were imported
     * @throws IOException when the episode cannot be read
     */
    public static EpisodeReader of(EpisodeReader demo, UnaryOperator<String> keys) throws IOException {
        if (demo.has(DemoPaths.ACTIONS)) {
            return demo;
        }
        List<String> parts = new ArrayList<>();
        for (String path : demo.paths()) {
            if (path.startsWith(PARTS) && !demo.info(path).dtype().isText()) {
                parts.add(path);
            }
        }
        parts.sort(Comparator.comparing(keys, JoinedActions::comparePaths));
        return parts.isEmpty() ? demo : new JoinedActions(demo, parts);
    }

    private static int comparePaths(String a, String b) {
        String[] left = a.split("/");
        String[] right = b.split("/");
        for (int i = 0; i < Math.min(left.length, right.length); i++) {
            int order = compareKeys(left[i], right[i]);
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(left.length, right.length);
    }

    private static int compareKeys(String a, String b) {
        String member = "_index_\\d{1,9}";
        return a.matches(member) && b.matches(member)
                ? Integer.compare(
                        Integer.parseInt(a.substring("_index_".length())),
                        Integer.parseInt(b.substring("_index_".length())))
                : NameOrder.BYTES.compare(a, b);
    }

    /** Paths of the arrays that are joined, in order; they can be read under these. */
    public List<String> parts() {
        return parts;
    }

    private DType common() throws IOException {
        Set<DType> types = EnumSet.noneOf(DType.class);
        for (String part : parts) {
            types.add(demo.info(part).dtype());
        }
        return types.size() == 1
                ? types.iterator().next()
                : types.stream()
                        .map(DType::exactFloat)
                        .max(Comparator.comparing(DType::bytes))
                        .orElseThrow();
    }

    @Override
    public String name() {
        return demo.name();
    }

    @Override
    public Map<String, Object> attributes() throws IOException {
        return demo.attributes();
    }

    @Override
    public long numSamples() throws IOException {
        return demo.numSamples();
    }

    @Override
    public List<String> paths() throws IOException {
        List<String> paths = new ArrayList<>(List.of(DemoPaths.ACTIONS));
        for (String path : demo.paths()) {
            if (!path.startsWith(PARTS)) {
                paths.add(path);
            } else if (!parts.contains(path)) {
                paths.add(TEXTS + path.substring(PARTS.length()));
            }
        }
        return paths;
    }

    private static String stored(String path) {
        return path.startsWith(TEXTS) ? PARTS + path.substring(TEXTS.length()) : path;
    }

    @Override
    public boolean has(String path) throws IOException {
        return path.equals(DemoPaths.ACTIONS) || demo.has(stored(path));
    }

    @Override
    public DatasetInfo info(String path) throws IOException {
        if (!path.equals(DemoPaths.ACTIONS)) {
            return demo.info(stored(path));
        }
        DatasetInfo first = demo.info(parts.get(0));
        long elements = 0;
        long storedBytes = 0;
        boolean nonFiniteAllowed = false;
        for (String part : parts) {
            DatasetInfo info = demo.info(part);
            if (info.rows() != first.rows()) {
                throw new IOException(Sentence.of(
                        "%s: '%s' has %s rows, '%s' has %s; the episode is damaged, recover its file",
                        name(), part, info.rows(), parts.get(0), first.rows()));
            }
            elements += info.rowElements();
            storedBytes += info.storedBytes();
            nonFiniteAllowed |= info.nonFiniteAllowed();
        }
        return new DatasetInfo(
                dtype,
                first.rows(),
                List.of(elements),
                first.chunkShape().isEmpty()
                        ? List.of()
                        : List.of(first.chunkShape().get(0), elements),
                first.filters(),
                storedBytes,
                "",
                "",
                nonFiniteAllowed,
                true);
    }

    @Override
    public byte[] readBytes(String path, long from, long to) throws IOException {
        if (!path.equals(DemoPaths.ACTIONS)) {
            return demo.readBytes(stored(path), from, to);
        }
        byte[] joined = new byte[info(path).arrayLength(path, from, to, dtype.bytes())];
        int rows = Math.toIntExact(to - from);
        int width = joined.length / Math.max(1, rows);
        int column = 0;
        for (String part : parts) {
            byte[] values = converted(demo.info(part).dtype(), demo.readBytes(part, from, to));
            int partWidth = values.length / Math.max(1, rows);
            for (int row = 0; row < rows; row++) {
                System.arraycopy(values, row * partWidth, joined, row * width + column, partWidth);
            }
            column += partWidth;
        }
        return joined;
    }

    private byte[] converted(DType own, byte[] values) {
        return own == dtype ? values : Elements.bytes(dtype, Elements.doubles(own, Elements.of(values)));
    }
}
