package io.github.roboreel.recorder;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Output folders that released versions left, as {@code golden/<version>/<name>.zip} among the test resources. They are
 * never regenerated: what reads them must keep reading them.
 *
 * <table>
 * <caption>Of version 0.1.0 (run files 1, results 1, staging 1)</caption>
 * <tr><td>{@code recording}<td>{@code record --num_envs 2 --num-runs 2 --max-steps 24
 *     --record-image-data --camera-size 16x16 --video-mode none}, all done
 * <tr><td>{@code killed}<td>the same with {@code --num-runs 1 --realtime}, ended by SIGKILL: of each
 *     env's 21 steps 12 are in the run file, 9 in staging only
 * <tr><td>{@code embedded}<td>an application's run of 4 envs: a success of 7 steps, a failure of 8, a
 *     time-out of 9, a discarded episode; values are those that {@code GoldenFilesTest} expects
 * </table>
 *
 * <p>{@code staging-2} holds a {@code killed} of staging version 2 with a colour plane per chunk: 17 and 16 steps, 11
 * of each in staging only.
 */
public final class GoldenFiles {
    /** The version whose recordings must stay readable, and its killed ones recoverable. */
    public static final String FIRST = "0.1.0";

    private static final int BLOCK_BYTES = 4096;

    private GoldenFiles() {}

    /** Unpacks a recording into a folder, which may not be there yet; blocks of zeros are holes. */
    public static Path unpack(String version, String name, Path folder) throws IOException {
        String resource = "/golden/" + version + "/" + name + ".zip";
        try (InputStream packed = GoldenFiles.class.getResourceAsStream(resource)) {
            if (packed == null) {
                throw new IOException("there is no test resource " + resource);
            }
            ZipInputStream zip = new ZipInputStream(packed);
            for (ZipEntry entry; (entry = zip.getNextEntry()) != null; ) {
                Path file = folder.resolve(entry.getName());
                if (entry.isDirectory()) {
                    Files.createDirectories(file);
                } else {
                    Files.createDirectories(file.getParent());
                    copy(zip, file);
                }
            }
        }
        return folder;
    }

    private static void copy(InputStream from, Path to) throws IOException {
        byte[] zeros = new byte[BLOCK_BYTES];
        try (RandomAccessFile file = new RandomAccessFile(to.toFile(), "rw")) {
            long length = 0;
            for (byte[] block; (block = from.readNBytes(BLOCK_BYTES)).length > 0; ) {
                boolean hole = block.length == BLOCK_BYTES && java.util.Arrays.equals(block, zeros);
                if (!hole) {
                    file.seek(length);
                    file.write(block);
                }
                length += block.length;
            }
            file.setLength(length);
        }
    }
}
