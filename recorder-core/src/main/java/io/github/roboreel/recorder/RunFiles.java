package io.github.roboreel.recorder;

import io.github.roboreel.format.RunFileName;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.spi.FinalFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files of runs in an env folder: run files, event logs, videos.
 *
 * @param envFolder the folder
 */
record RunFiles(Path envFolder) {
    private static final Logger LOG = LoggerFactory.getLogger(RunFiles.class);
    private static final int BUFFER_BYTES = 1 << 20;

    /** Those of one run, in the order of their names. */
    List<Path> of(int run) {
        return listed(each -> each == run);
    }

    /** Those of all others whose run file is there and closed. */
    List<Path> ofClosedRunsBut(int run) {
        return listed(
                each -> each != run && Files.exists(envFolder.resolve(RunFolder.runFile(each))) && isClosed(each));
    }

    /** Whether a run has no staging file any more. */
    boolean isClosed(int run) {
        return Files.notExists(envFolder.resolve(RunFolder.stagingFile(run)));
    }

    private List<Path> listed(Predicate<Integer> isWanted) {
        try {
            return byRun().entrySet().stream()
                    .filter(run -> isWanted.test(run.getKey()))
                    .flatMap(run -> run.getValue().stream())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            LOG.warn("the files of {} cannot be listed, so none is handed over: {}", envFolder, e.getMessage());
            return List.of();
        }
    }

    /** Those of each run, in the order of their names; videos that are still being recorded are none. */
    SortedMap<Integer, List<Path>> byRun() throws IOException {
        SortedMap<Integer, List<Path>> runs = new TreeMap<>();
        try (Stream<Path> entries = Files.list(envFolder)) {
            entries.filter(file -> !file.toString().endsWith(RunFolder.RECORDING_VIDEO_SUFFIX))
                    .sorted()
                    .forEach(file -> RunFileName.parse(file.getFileName().toString())
                            .ifPresent(name -> runs.computeIfAbsent(name.run(), run -> new ArrayList<>())
                                    .add(file)));
        }
        return runs;
    }

    /** A file as it is now: reads all of it. */
    static FinalFile finalFile(Path folder, String name) throws IOException {
        MessageDigest digest = sha256();
        long bytes = 0;
        try (InputStream in = Files.newInputStream(folder.resolve(name))) {
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                digest.update(buffer, 0, count);
                bytes += count;
            }
        }
        return new FinalFile(folder, name, bytes, HexFormat.of().formatHex(digest.digest()));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
