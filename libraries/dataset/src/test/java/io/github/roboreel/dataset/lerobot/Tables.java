package io.github.roboreel.dataset.lerobot;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.Array;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.sql.Struct;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;

/** Plain SQL over Parquet files, apart from the exporter's own code. */
final class Tables {
    private Tables() {}

    /** Rows by column name; lists as {@code List}, structs as lists of their attributes. */
    static List<Map<String, Object>> rows(String sql) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            List<Map<String, Object>> rows = new ArrayList<>();
            while (found.next()) {
                Map<String, Object> row = new LinkedHashMap<>();
                for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
                    Object value = found.getObject(i);
                    row.put(
                            found.getMetaData().getColumnName(i),
                            value instanceof java.sql.Blob ? found.getBytes(i) : plain(value));
                }
                rows.add(row);
            }
            return rows;
        }
    }

    private static Object plain(Object value) throws Exception {
        if (value instanceof Array list) {
            return plain((Object[]) list.getArray());
        }
        if (value instanceof Struct struct) {
            return plain(struct.getAttributes());
        }
        return value instanceof java.sql.Blob blob ? blob.getBytes(1, (int) blob.length()) : value;
    }

    private static List<Object> plain(Object[] values) throws Exception {
        List<Object> plain = new ArrayList<>();
        for (Object value : values) {
            plain.add(plain(value));
        }
        return plain;
    }

    /** All rows of a file, or of a glob in the order of the names. */
    static List<Map<String, Object>> all(Path files) throws Exception {
        return rows("SELECT * FROM read_parquet('" + files + "')");
    }

    /** Numbers of nested lists, one after the other. */
    static double[] flat(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().flatMapToDouble(v -> Arrays.stream(flat(v))).toArray();
        }
        return value instanceof Boolean flag
                ? new double[] {flag ? 1 : 0}
                : new double[] {((Number) value).doubleValue()};
    }

    /** Height x width x 3 of a PNG file. */
    static byte[] pixels(byte[] png) throws IOException {
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
        ByteBuffer pixels = ByteBuffer.allocate(3 * image.getWidth() * image.getHeight());
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                int rgb = image.getRGB(x, y);
                pixels.put((byte) (rgb >> 16)).put((byte) (rgb >> 8)).put((byte) rgb);
            }
        }
        return pixels.array();
    }

    /** Lengths of nested lists, outermost first. */
    static List<Integer> shape(Object value) {
        List<Integer> shape = new ArrayList<>();
        Object inner = value;
        while (inner instanceof List<?> list) {
            shape.add(list.size());
            inner = list.get(0);
        }
        return shape;
    }
}
