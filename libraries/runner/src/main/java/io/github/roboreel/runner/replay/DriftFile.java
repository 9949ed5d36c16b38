package io.github.roboreel.runner.replay;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.spi.files.ArrayFileFormat;
import io.github.roboreel.recorder.spi.files.ArrayFileWriter;
import io.github.roboreel.recordings.folder.EnvFolder.DemoLocation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Adds to a replay's run file what it is a replay of, and its drift. */
final class DriftFile {
    private static final String REPLAY_OF = "replay_of";
    private static final String DRIFT = "replay/drift";
    private static final int CHUNK_ROWS = 500;

    private DriftFile() {}

    /** Whether a path in a demo is what an earlier replay added. */
    static boolean isDrift(String path) {
        return DemoPaths.isIn(DRIFT, path);
    }

    /**
     * Writes them into the closed run file: attribute {@code replay_of} of the demo, and per field
     * {@code replay/drift/<field>}, float64, (T) or (T, parts) where a field has several units.
     *
     * @param drift over the steps, of those that were recorded and replayed
     */
    static void write(RunSpec run, DemoLocation recorded, List<DriftSeries> drift) throws IOException {
        Path file = run.envFolder().resolve(RunFolder.runFile(run.run()));
        String demo = DemoPaths.inData(DemoPaths.demo(0));
        Map<String, List<DriftSeries>> byField = drift.stream()
                .collect(Collectors.groupingBy(DriftSeries::path, LinkedHashMap::new, Collectors.toList()));
        try (ArrayFileWriter writer = ArrayFileFormat.hdf5().append(file)) {
            writer.attribute(demo, REPLAY_OF, origin(recorded));
            for (var field : byField.entrySet()) {
                write(writer, demo + "/" + DRIFT + "/" + field.getKey(), field.getValue());
            }
        }
    }

    private static void write(ArrayFileWriter writer, String path, List<DriftSeries> parts) throws IOException {
        int rows = parts.get(0).values().length;
        ByteBuffer bytes =
                ByteBuffer.allocate(rows * parts.size() * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int row = 0; row < rows; row++) {
            for (DriftSeries part : parts) {
                bytes.putDouble(part.values()[row]);
            }
        }
        List<Long> shape = parts.size() == 1 ? List.of() : List.of((long) parts.size());
        writer.array(path, DType.FLOAT64, shape, CHUNK_ROWS, true);
        writer.append(path, bytes.array());
        writer.attribute(
                path,
                AttributeNames.UNIT,
                parts.stream().map(series -> series.part().unit()).collect(Collectors.joining(", ")));
    }

    private static String origin(DemoLocation location) throws IOException {
        Map<String, Object> origin = new LinkedHashMap<>();
        origin.put("file", location.file().toString());
        origin.put("demo", location.demo());
        origin.put("sha256", sha256(location.file()));
        return FormatJson.python(origin);
    }

    private static String sha256(Path file) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
                in.transferTo(java.io.OutputStream.nullOutputStream());
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
