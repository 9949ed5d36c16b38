package io.github.roboreel.recorder;

import io.github.roboreel.format.RunFileName;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.UploadMark;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.spi.FinalFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Removal of run files and videos that were uploaded, the oldest upload first. A file is removed only when its run is
 * closed, every listener that {@code uploaded.jsonl} names has taken all files of that run, and its size and SHA-256
 * are still those of the marks; a forced line says so before it goes. Result lines, logs and configurations stay. For
 * one thread.
 */
public final class Retention {
    private static final Set<RunFileName.Kind> KINDS = Set.of(RunFileName.Kind.RUN_FILE, RunFileName.Kind.VIDEO);

    private final Bounds bounds;
    private final boolean isDryRun;
    private final List<Candidate> candidates = new ArrayList<>();
    private final List<Removed> removed = new ArrayList<>();
    private final List<String> kept = new ArrayList<>();
    private long totalBytes;

    /**
     * What may stay.
     *
     * @param maxBytes of run files and videos together, those included that may not be removed; 0 for no bound
     * @param maxAge of an upload; zero for no bound
     */
    public record Bounds(long maxBytes, Duration maxAge) {
        /** Whether there is one. */
        public boolean isBounded() {
            return maxBytes > 0 || !maxAge.isZero();
        }
    }

    /**
     * A file that was removed.
     *
     * @param file where it was
     * @param bytes its size
     */
    public record Removed(Path file, long bytes) {}

    /**
     * What became of the files. Immutable.
     *
     * @param removed files that are gone; in a dry run those that would be
     * @param kept why a file that was due is still there, a sentence each
     * @param bytesLeft bytes of the run files and videos that are left
     */
    public record Result(List<Removed> removed, List<String> kept, long bytesLeft) {
        /** Copies the lists. */
        public Result {
            removed = List.copyOf(removed);
            kept = List.copyOf(kept);
        }
    }

    private record Candidate(Path folder, UploadMarks marks, String name, long bytes, Instant taken) {
        Path path() {
            return folder.resolve(name);
        }

        private boolean isUnchanged() throws IOException {
            FinalFile now = RunFiles.finalFile(folder, name);
            return marks.of(name).stream()
                    .allMatch(
                            mark -> mark.bytes() == now.bytes() && mark.sha256().equals(now.sha256()));
        }
    }

    private Retention(Bounds bounds, boolean isDryRun) {
        this.bounds = bounds;
        this.isDryRun = isDryRun;
    }

    /**
     * Removes what exceeds the bounds in some output folders together.
     *
     * @param locks of the folders in which files may be removed
     * @param others folders whose files count, but stay
     * @param isDryRun whether nothing is removed
     * @throws IOException when a folder cannot be listed, or its {@code uploaded.jsonl} cannot be used; files of the
     *     folders before it may be gone
     */
    public static Result apply(Collection<OutputLock> locks, Collection<Path> others, Bounds bounds, boolean isDryRun)
            throws IOException {
        Retention retention = new Retention(bounds, isDryRun);
        List<UploadMarks> opened = new ArrayList<>();
        try {
            for (Path folder : others) {
                retention.count(folder);
            }
            for (OutputLock lock : locks) {
                retention.add(lock.folder(), opened);
            }
            return retention.run();
        } finally {
            for (UploadMarks marks : opened) {
                marks.close();
            }
        }
    }

    /** Removes what exceeds the bounds in the folder of those marks. */
    static Result apply(Path folder, UploadMarks marks, Set<String> listeners, Bounds bounds) throws IOException {
        Retention retention = new Retention(bounds, false);
        retention.add(folder, marks, listeners);
        return retention.run();
    }

    private void add(Path folder, List<UploadMarks> opened) throws IOException {
        if (Files.exists(folder.resolve(RunFolder.UPLOADED))) {
            UploadMarks marks = UploadMarks.open(folder);
            opened.add(marks);
            add(folder, marks, Set.of());
        } else {
            count(folder);
        }
    }

    private void count(Path folder) throws IOException {
        for (RunFiles env : envs(folder)) {
            for (List<Path> run : env.byRun().values()) {
                count(run);
            }
        }
    }

    private void count(List<Path> run) throws IOException {
        for (Path file : run) {
            totalBytes += isRunFileOrVideo(file) ? Files.size(file) : 0;
        }
    }

    private void add(Path folder, UploadMarks marks, Set<String> listeners) throws IOException {
        Set<String> all = new TreeSet<>(marks.listeners());
        all.addAll(listeners);
        for (RunFiles env : envs(folder)) {
            for (Map.Entry<Integer, List<Path>> run : env.byRun().entrySet()) {
                count(run.getValue());
                if (env.isClosed(run.getKey()) && isTaken(run.getValue(), folder, marks, all)) {
                    addCandidates(run.getValue(), folder, marks);
                }
            }
        }
    }

    private static List<RunFiles> envs(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(env -> Files.isDirectory(env, LinkOption.NOFOLLOW_LINKS))
                    .map(RunFiles::new)
                    .toList();
        }
    }

    /** By name and size; whether the content is the same is found out when a file is due. */
    private static boolean isTaken(List<Path> run, Path folder, UploadMarks marks, Set<String> listeners)
            throws IOException {
        for (Path file : run) {
            String name = folder.relativize(file).toString();
            long bytes = Files.size(file);
            if (!listeners.stream().allMatch(listener -> marks.hasSize(listener, name, bytes))) {
                return false;
            }
        }
        return true;
    }

    private void addCandidates(List<Path> run, Path folder, UploadMarks marks) throws IOException {
        for (Path file : run) {
            if (isRunFileOrVideo(file)) {
                String name = folder.relativize(file).toString();
                candidates.add(new Candidate(folder, marks, name, Files.size(file), taken(marks.of(name))));
            }
        }
    }

    private static boolean isRunFileOrVideo(Path file) {
        return RunFileName.parse(file.getFileName().toString())
                        .filter(name -> KINDS.contains(name.kind()))
                        .isPresent()
                && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    /** When the last listener took it. */
    private static Instant taken(Collection<UploadMark> marks) {
        return marks.stream()
                .map(UploadMark::instant)
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    private Result run() {
        Instant oldest = Instant.now().minus(bounds.maxAge());
        candidates.sort(Comparator.comparing(Candidate::taken).thenComparing(Candidate::path));
        for (Candidate candidate : candidates) {
            boolean isTooOld = !bounds.maxAge().isZero() && candidate.taken().isBefore(oldest);
            boolean isTooMuch = bounds.maxBytes() > 0 && totalBytes > bounds.maxBytes();
            if (isTooOld || isTooMuch) {
                remove(candidate);
            }
        }
        return new Result(removed, kept, totalBytes);
    }

    private void remove(Candidate candidate) {
        try {
            if (!candidate.isUnchanged()) {
                kept.add(candidate.path() + " stays: its content is not the one that was uploaded");
                return;
            }
            if (!isDryRun) {
                candidate.marks().addRemoval(candidate.name());
                Files.delete(candidate.path());
            }
            removed.add(new Removed(candidate.path(), candidate.bytes()));
            totalBytes -= candidate.bytes();
        } catch (IOException e) {
            kept.add(Sentence.of("%s stays: it could not be removed (%s)", candidate.path(), Sentence.reasonOf(e)));
        }
    }
}
