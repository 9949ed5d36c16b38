package io.github.roboreel.recorder;

import io.github.roboreel.format.fault.FileFaultException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import java.nio.file.Path;

/**
 * A file has a format version that was not known when this code was written. A version is one integer, the major
 * version: a newer one may mean something else by what it has in common with older ones, so nothing of the file is
 * read, changed or set aside.
 */
public class NewerFormatException extends FileFaultException {
    private static final long serialVersionUID = 1L;

    /** What to do about it. */
    public static final String ADVICE = "update RoboReel";

    private final String file;
    private final long version;
    private final String problem;

    private NewerFormatException(String file, long version, String problem) {
        super(Kind.UNSUPPORTED, file + " " + problem + "; " + ADVICE, null);
        this.file = file;
        this.version = version;
        this.problem = problem;
    }

    /** The file. */
    public Path file() {
        return Path.of(file);
    }

    /** What is wrong with it, in the words that follow its name. */
    public String problem() {
        return problem;
    }

    /** The version that the file has. */
    public long version() {
        return version;
    }

    /**
     * Checks the version of a file.
     *
     * @param version what the file says; not a whole number where it says nothing
     * @param newestKnown the newest version that the caller can read
     * @throws NewerFormatException when the file's is greater
     */
    public static void requireKnown(Path file, Object version, long newestKnown) throws NewerFormatException {
        if (version instanceof Number number && number.longValue() > newestKnown) {
            throw new NewerFormatException(
                    file.toString(),
                    number.longValue(),
                    "has format version " + number + ", and this RoboReel reads versions up to " + newestKnown);
        }
    }
}
