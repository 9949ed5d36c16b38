package io.github.roboreel.recorder.hdf5;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What h5py sees in an array file. */
public record ArrayFilesPy(Map<String, List<String>> objects, Map<String, List<String>> attributes) {
    /** Reads everything. */
    public static ArrayFilesPy dump(Path file) throws IOException, InterruptedException {
        Map<String, List<String>> objects = new LinkedHashMap<>();
        Map<String, List<String>> attributes = new HashMap<>();
        for (String line : run(file, "dump").lines().toList()) {
            List<String> parts = Arrays.asList(line.split("\t", -1));
            if (parts.get(0).equals("attribute")) {
                String value = new String(bytes(parts.get(4)), StandardCharsets.UTF_8);
                attributes.put(parts.get(1) + "@" + parts.get(2), List.of(parts.get(3), value));
            } else {
                objects.put(parts.get(1), parts);
            }
        }
        return new ArrayFilesPy(objects, attributes);
    }

    static byte[] bytes(String base64) {
        return Base64.getDecoder().decode(base64);
    }

    /** The last column. */
    public byte[] values(String path) {
        List<String> parts = objects.get(path);
        return bytes(parts.get(parts.size() - 1));
    }

    /** The last column's items. */
    public List<byte[]> items(String path) {
        List<String> parts = objects.get(path);
        return Arrays.stream(parts.get(parts.size() - 1).split(",", -1))
                .map(ArrayFilesPy::bytes)
                .toList();
    }

    public static String run(Path file, String command) throws IOException, InterruptedException {
        String script =
                Path.of("src/test/resources/array_files.py").toAbsolutePath().toString();
        Process python = new ProcessBuilder("/usr/bin/python3", script, file.toString(), command)
                .redirectErrorStream(true)
                .start();
        String out = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (python.waitFor() != 0) {
            python.destroyForcibly();
            throw new IOException("h5py failed: " + out);
        }
        return out;
    }
}
