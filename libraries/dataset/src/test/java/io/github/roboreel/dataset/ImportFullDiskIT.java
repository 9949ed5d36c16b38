package io.github.roboreel.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dataset.robomimic.RobomimicFormat;
import io.github.roboreel.recorder.SmallDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An import onto a disk that is really full. */
class ImportFullDiskIT {
    private static final String FILE = """
            import sys, h5py, numpy as np
            h5py.File(sys.argv[1], 'w')['data/demo_0/actions'] = np.random.rand(40000, 7)
            """;

    @TempDir
    private Path folder;

    @TempDir
    private Path mountPoint;

    @Test
    void whatIsSaidFitsTheFolderThatIsRemoved() throws Exception {
        Path dataset = folder.resolve("cups.hdf5");
        Python.run(FILE, dataset);
        try (SmallDisk disk = SmallDisk.mount(mountPoint, 600)) {
            Path out = disk.root().resolve("out");
            IOException failure = assertThrows(
                    IOException.class,
                    () -> new RobomimicFormat().importer().orElseThrow().run(dataset, out, ExportProgress.NONE));
            String message = failure.getMessage();
            assertTrue(message.startsWith(out + " could not be recorded: "), message);
            assertTrue(message.contains("the disk is full"), message);
            assertTrue(message.endsWith("nothing of it is left, so import again once that is mended"), message);
            assertFalse(message.contains("recover"), message);
            try (Stream<Path> left = Files.list(disk.root())) {
                assertEquals(List.of(), left.toList());
            }
        }
    }
}
