package io.github.roboreel.recorder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.WholeFile;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.format.fault.Undo;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The exclusive right to write into an output folder. The operating system takes it back when the process dies. While
 * it is held, {@code .recording.lock.json} says by whom.
 *
 * <p>The lock file itself is never read, nor deleted but with its folder: on POSIX systems closing any other channel on
 * it would give the process's lock away.
 */
public final class OutputLock implements AutoCloseable {
    private final Path folder;
    private final FileChannel channel;
    private volatile boolean released;

    /** Who has written a folder's {@link RunFolder#LOCK_HOLDER}. */
    public enum Holder {
        /** No process: the lock is free. */
        NONE,
        /** A process of this machine that lives. */
        LIVING,
        /** A process of this machine that has ended without giving the lock back. */
        DEAD,
        /** A process of another machine, of which nothing more is known. */
        ELSEWHERE
    }

    private OutputLock(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    /**
     * Takes the lock of a folder, which is made when it is not there.
     *
     * @throws RoboReelException of kind {@link Kind#LOCKED}, saying who holds it
     * @throws RecorderException when the folder cannot be written
     */
    public static OutputLock acquire(Path folder) {
        try {
            Files.createDirectories(folder);
            requireNotOurs(folder);
            FileChannel channel = FileChannel.open(
                    folder.resolve(RunFolder.LOCK),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    LinkOption.NOFOLLOW_LINKS);
            if (!isLocked(channel, folder)) {
                channel.close();
                throw locked(folder, holder(folder));
            }
            return new OutputLock(folder, channel).announced();
        } catch (IOException e) {
            throw OutputFolder.unusable(folder, "locked for recording", e);
        }
    }

    private OutputLock announced() throws IOException {
        try {
            removeOthersMetrics();
            writeHolder();
            return this;
        } catch (IOException | RuntimeException e) {
            Undo.after(e, channel::close);
            throw e;
        }
    }

    /** Who holds the lock of a folder, as its {@link RunFolder#LOCK_HOLDER} says; the lock itself is not touched. */
    public static Holder holderOf(Path folder) {
        JsonNode holder = readHolder(folder);
        if (!holder.has("pid")) {
            return Holder.NONE;
        }
        if (!holder.path("host").asText().equals(hostName())) {
            return Holder.ELSEWHERE;
        }
        return ProcessHandle.of(holder.path("pid").asLong())
                        .filter(process -> process.isAlive()
                                && started(process)
                                        .equals(holder.path("process_started").asText()))
                        .isPresent()
                ? Holder.LIVING
                : Holder.DEAD;
    }

    private static String started(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toString).orElse("unknown");
    }

    /** Where they are of another process, that one is dead: it held the lock that this one has now. */
    private void removeOthersMetrics() throws IOException {
        JsonNode metrics = read(folder.resolve(RunFolder.RECORDER_METRICS));
        if (metrics.path("pid").asLong() != ProcessHandle.current().pid()) {
            Files.deleteIfExists(folder.resolve(RunFolder.RECORDER_METRICS));
        }
    }

    /** The folder that is locked. */
    public Path folder() {
        return folder;
    }

    /**
     * Gives the lock back and removes the folder, provided that only the lock's own files are in it.
     *
     * @throws RecorderException when the folder cannot be listed or removed
     */
    public void closeAndRemoveEmptyFolder() {
        try {
            if (holdsOthersFiles()) {
                close();
                return;
            }
            Files.deleteIfExists(folder.resolve(RunFolder.LOCK));
            close();
            Files.delete(folder);
        } catch (IOException e) {
            throw new RecorderException("the empty folder " + folder + " could not be removed: " + e, e);
        }
    }

    private boolean holdsOthersFiles() throws IOException {
        Set<String> own = Set.of(RunFolder.LOCK, RunFolder.LOCK_HOLDER);
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.anyMatch(entry -> !own.contains(entry.getFileName().toString()));
        }
    }

    /** Gives the lock back; a second call does nothing. */
    @Override
    public void close() {
        if (released) {
            return;
        }
        released = true;
        try (channel) {
            Files.deleteIfExists(folder.resolve(RunFolder.LOCK_HOLDER));
        } catch (IOException e) {
            throw new RecorderException("the lock of " + folder + " could not be given back: " + e, e);
        }
    }

    /**
     * Checks that this lock protects a folder.
     *
     * @throws IllegalArgumentException when it is another folder's, or was given back
     */
    public void requireHeldFor(Path recordingFolder) {
        if (released || !isSame(folder, recordingFolder)) {
            throw new IllegalArgumentException(Sentence.of(
                    "the lock is that of %s%s; the run goes into %s, acquire its lock first",
                    folder, released ? " and was given back" : "", recordingFolder));
        }
    }

    private static boolean isSame(Path a, Path b) {
        try {
            return Files.isSameFile(a, b);
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isLocked(FileChannel channel, Path folder) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            // Left open on purpose: closing this channel would give away the lock that this process
            // holds.
            throw locked(folder, "this process");
        }
    }

    private static void requireNotOurs(Path folder) {
        JsonNode holder = readHolder(folder);
        Map<String, Object> self = self();
        boolean ours = holder.path("pid").asLong() == ProcessHandle.current().pid()
                && holder.path("host").asText().equals(self.get("host"))
                && holder.path("process_started").asText().equals(self.get("process_started"));
        if (ours) {
            throw locked(folder, "this process");
        }
    }

    private static RoboReelException locked(Path folder, String holder) {
        return new RoboReelException(
                Kind.LOCKED,
                Sentence.of(
                        "%s is being written by %s; wait until it has ended, or choose another output folder",
                        folder, holder));
    }

    private static String holder(Path folder) {
        JsonNode holder = readHolder(folder);
        return holder.has("pid")
                ? Sentence.of(
                        "process %s on %s since %s",
                        holder.path("pid").asText(),
                        holder.path("host").asText(),
                        holder.path("since").asText())
                : "another process";
    }

    private static JsonNode readHolder(Path folder) {
        return read(folder.resolve(RunFolder.LOCK_HOLDER));
    }

    private static JsonNode read(Path file) {
        try {
            return FormatJson.read(Files.readAllBytes(file));
        } catch (IOException e) {
            return MissingNode.getInstance();
        }
    }

    private void writeHolder() throws IOException {
        Map<String, Object> holder = self();
        holder.put("since", Instant.now().toString());
        String json = FormatJson.text(holder) + "\n";
        WholeFile.write(folder.resolve(RunFolder.LOCK_HOLDER), FormatJson.utf8(json));
    }

    private static Map<String, Object> self() {
        ProcessHandle process = ProcessHandle.current();
        Map<String, Object> self = new LinkedHashMap<>();
        self.put("pid", process.pid());
        self.put("host", hostName());
        self.put("process_started", started(process));
        return self;
    }

    private static String hostName() {
        try {
            return java.net.InetAddress.getLocalHost().getHostName();
        } catch (java.net.UnknownHostException e) {
            return "unknown host";
        }
    }
}
