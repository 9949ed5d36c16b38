package io.github.roboreel.recorder.hdf5.lib;

import io.github.roboreel.format.fault.FileFaultException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.stream.StreamSupport;

/**
 * The rule for what an HDF5 file takes from other files: it comes from HDF5 files in its own folder or below, and from
 * nowhere else. Said in FORMAT.md.
 */
final class FileBeside {
    private FileBeside() {}

    /**
     * The file of that name, which is looked for in one folder only, and not in those that the library would try next.
     *
     * @param holder the file that names it
     * @param name as it stands there
     * @return its path without symbolic links
     * @throws FileFaultException of kind {@link Kind#LEADS_OUTSIDE} when it is another place, or no file
     */
    static Path of(Path holder, String name) throws IOException {
        Path folder = holder.toAbsolutePath().getParent().toRealPath();
        Path file = folder.resolve(relative(name));
        if (!Files.isRegularFile(file)) {
            throw refusal("it takes values from '%s', which is no file in %s; put it there", name, folder);
        }
        Path real = file.toRealPath();
        if (!real.startsWith(folder)) {
            throw refusal(
                    "it takes values from '%s', a symbolic link out of %s; put the file itself there", name, folder);
        }
        return real;
    }

    private static Path relative(String name) throws FileFaultException {
        try {
            Path path = Path.of(name);
            if (!path.isAbsolute() && !contains(path, "..")) {
                return path;
            }
        } catch (InvalidPathException e) {
            // No file has that name.
        }
        throw refusal(
                "it takes values from '%s', but values are read from files in its own folder only; copy them into the"
                        + " file",
                name);
    }

    private static boolean contains(Path path, String name) {
        return StreamSupport.stream(path.spliterator(), false)
                .anyMatch(part -> part.toString().equals(name));
    }

    static FileFaultException refusal(String pattern, Object... values) {
        return new FileFaultException(Kind.LEADS_OUTSIDE, Sentence.of(pattern, values), null);
    }
}
