package io.github.roboreel.dataset.robomimic;

import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/** Reads a finished file from the disk again. For one thread. */
final class ReadBack {
    private static final long BLOCK_BYTES = 8 << 20;

    private final ArrayFileReader file;
    private final DemoLayout layout;
    private final ExportProgress progress;

    ReadBack(ArrayFileReader file, DemoLayout layout, ExportProgress progress) {
        this.file = file;
        this.layout = layout;
        this.progress = progress;
    }

    /** Checksums of all arrays; the file must hold exactly that many demos. */
    FileDigests digests(int demos) throws IOException {
        List<String> expected =
                IntStream.range(0, demos).mapToObj(i -> DemoPaths.demo(i)).toList();
        if (!file.members("data").equals(expected)) {
            throw new IOException(demos
                    + " demos were written, but "
                    + file.members("data").size()
                    + " read back; the disk or memory is at fault, export again");
        }
        FileDigests digests = new FileDigests();
        for (String demo : expected) {
            for (String target : layout.targets()) {
                digest(DemoPaths.in(DemoPaths.inData(demo), target), target, digests);
            }
        }
        return digests;
    }

    private void digest(String path, String target, FileDigests digests) throws IOException {
        DatasetInfo info = file.info(path);
        digests.start(target, info.dtype(), info.rowShape(), info.rows());
        boolean counts = target.equals(layout.heaviest());
        long rowBytes = info.rowElements() * info.dtype().bytes();
        long most = Math.max(1, BLOCK_BYTES / Math.max(1, rowBytes));
        for (long row = 0; row < info.rows(); row += most) {
            long end = Math.min(info.rows(), row + most);
            digests.add(target, file.readBytes(path, row, end));
            progress.advanced(counts ? end - row : 0);
        }
    }
}
