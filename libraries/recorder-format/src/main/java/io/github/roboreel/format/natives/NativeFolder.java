package io.github.roboreel.format.natives;

import io.github.roboreel.format.fault.IoSupplier;
import io.github.roboreel.format.fault.Sentence;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The folder into which JavaCPP unpacks native libraries, and from which it loads what it finds there: one that no
 * other user can write. Without a setting it is {@code .cache/roboreel/natives} in the user's home, or
 * {@code roboreel-natives-<uid>} in the folder for temporary files where the home cannot be used. Any thread.
 */
public final class NativeFolder {
    /** System property of JavaCPP: the folder. */
    public static final String PROPERTY = "org.bytedeco.javacpp.cachedir";

    private static final LinkOption[] AS_IT_IS = {LinkOption.NOFOLLOW_LINKS};
    private static final int STICKY = 01000;
    private static final int WRITABLE_BY_OTHERS = 022;

    private NativeFolder() {}

    /**
     * Chooses the folder unless that was done before, and checks it; to be called before JavaCPP loads anything.
     *
     * @throws UnsatisfiedLinkError in one sentence, when another user can write it or none can be made
     */
    public static void require(IoSupplier<File> inUse) {
        try {
            synchronized (NativeFolder.class) {
                if (System.getProperty(PROPERTY) == null) {
                    System.setProperty(PROPERTY, chosen().toString());
                }
            }
            Path used = inUse.get().toPath().toAbsolutePath().normalize();
            Optional<String> danger = danger(used);
            if (danger.isPresent()) {
                throw refusal(danger.get(), null);
            }
        } catch (IOException | UnsupportedOperationException e) {
            throw refusal(Sentence.reasonOf(e), e);
        }
    }

    private static UnsatisfiedLinkError refusal(String reason, Exception cause) {
        UnsatisfiedLinkError refusal = new UnsatisfiedLinkError(Sentence.of(
                "native libraries are unpacked only where no other user can write, but %s; give a folder of your own by"
                        + " -D%s=DIR",
                reason, PROPERTY));
        refusal.initCause(cause);
        return refusal;
    }

    private static Path chosen() throws IOException {
        List<String> dangers = new ArrayList<>();
        for (Path candidate : candidates()) {
            Optional<String> danger = made(candidate);
            if (danger.isEmpty()) {
                return candidate;
            }
            dangers.add(danger.get());
        }
        throw new IOException(String.join(", and ", dangers));
    }

    private static List<Path> candidates() throws IOException {
        List<Path> candidates = new ArrayList<>();
        Path home = Path.of(System.getProperty("user.home"));
        if (home.isAbsolute()) {
            candidates.add(home.resolve(".cache/roboreel/natives"));
        }
        Path temporary = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
        candidates.add(temporary.resolve("roboreel-natives-" + user()));
        return candidates;
    }

    private static Optional<String> made(Path folder) {
        try {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            boolean isUsable = Files.isWritable(folder) && Files.isExecutable(folder);
            return isUsable ? danger(folder) : Optional.of(folder + " may not be written");
        } catch (IOException e) {
            return Optional.of(folder + " cannot be made (" + Sentence.reasonOf(e) + ")");
        }
    }

    /** What lets another user put a file into a folder, or another folder in its place. */
    static Optional<String> danger(Path folder) throws IOException {
        int system = owner(folder.getRoot());
        for (Path part = folder.toRealPath(); part != null; part = part.getParent()) {
            int owner = owner(part);
            if (owner != user() && owner != system) {
                return Optional.of(part + " belongs to user " + owner);
            }
            int mode = (int) Files.getAttribute(part, "unix:mode", AS_IT_IS);
            boolean isKept = (mode & STICKY) != 0 && !Files.isSameFile(part, folder);
            if ((mode & WRITABLE_BY_OTHERS) != 0 && !isKept) {
                return Optional.of(Sentence.of(
                        "%s may be written by others (mode %s)", part, Integer.toOctalString(mode & 07777)));
            }
        }
        return Optional.empty();
    }

    private static int owner(Path path) throws IOException {
        return (int) Files.getAttribute(path, "unix:uid", AS_IT_IS);
    }

    private static int user() throws IOException {
        Path status = Path.of("/proc/self/status");
        for (String line : Files.readAllLines(status)) {
            if (line.startsWith("Uid:")) {
                return Integer.parseInt(line.split("\\s+")[2]);
            }
        }
        throw new IOException(status + " names no user");
    }
}
