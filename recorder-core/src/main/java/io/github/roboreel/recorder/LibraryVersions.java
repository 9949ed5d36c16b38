package io.github.roboreel.recorder;

import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.databind.cfg.PackageVersion;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import java.util.Comparator;

/** Lowest versions of libraries that an application may bring itself. */
final class LibraryVersions {
    private static final Version MIN_JACKSON = new Version(2, 15, 0, null, null, null);

    /** Jackson's own order begins with the names of the libraries. */
    private static final Comparator<Version> BY_NUMBER =
            Comparator.comparingInt(Version::getMajorVersion).thenComparingInt(Version::getMinorVersion);

    private LibraryVersions() {}

    /**
     * Looks at Jackson and Disruptor.
     *
     * @throws RoboReelException of kind {@link Kind#UNSUPPORTED}, which names both versions and the artifact
     */
    static void requireUsable() {
        requireJackson(PackageVersion.VERSION);
        if (!StepRing.isDisruptorUsable()) {
            throw tooOld("a Disruptor before 4.0", "4.0.0", "com.lmax:disruptor");
        }
    }

    static void requireJackson(Version given) {
        if (BY_NUMBER.compare(given, MIN_JACKSON) < 0) {
            throw tooOld("Jackson " + given, "2.15", "com.fasterxml.jackson.core:jackson-databind");
        }
    }

    private static RoboReelException tooOld(String given, String needed, String artifact) {
        return new RoboReelException(
                Kind.UNSUPPORTED,
                Sentence.of(
                        "%s comes first on the class path, and the recorder needs %s or newer; set the version of %s in"
                                + " the build file",
                        given, needed, artifact));
    }
}
