package io.github.roboreel.dashboard.annotations;

import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.format.Annotation;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.format.fault.Undo;
import io.github.roboreel.recordings.folder.Annotations;
import io.github.roboreel.tools.merge.FolderMerge;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * {@code annotations.jsonl} of an output folder, which only grows: each line is one write. Any number of processes may
 * write, without locks, as other processes' closing of the file would give them away: of two that give an episode the
 * same version, readers take the first. For any thread; those that share an instance write one after another.
 */
final class AnnotationsFile {
    private static final Set<OpenOption> APPEND = Set.of(
            StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);
    private static final Set<OpenOption> CHANGE =
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    private static final String OWNER_ONLY = "rw-------";

    private final Path folder;
    private final Path file;

    AnnotationsFile(Path folder) {
        this.folder = folder;
        this.file = folder.resolve(RunFolder.ANNOTATIONS);
    }

    /** What counts for the episode of that name. */
    Optional<Annotation> of(Annotation name) throws Refusal {
        requireRegular();
        return Annotations.read(folder, new ArrayList<>())
                .of(name.envName(), optional(name.run()), optional(name.envId()), optional(name.episode()));
    }

    /**
     * Adds a line.
     *
     * @param annotation its version is one more than that which its writer has seen
     * @throws Refusal when there is a newer one, or a merge into the folder is under way
     * @throws IOException when the line could not be written; it is taken back, unless others wrote behind it
     */
    synchronized void add(Annotation annotation) throws IOException {
        requireNoMerge();
        requireVersion(annotation, annotation.version() - 1);
        append(annotation);
        // A merge that began meanwhile may have copied the file before; one that ended shows in what is read.
        requireNoMerge();
        Optional<Annotation> now = of(annotation);
        boolean wasFollowed = now.isPresent() && now.get().version() > annotation.version();
        if (!now.equals(Optional.of(annotation)) && !(wasFollowed && isFirstOfItsVersion(annotation))) {
            throw changed();
        }
    }

    /** A writer that added the next version meanwhile has seen this one. */
    private boolean isFirstOfItsVersion(Annotation annotation) {
        return Annotations.read(folder, new ArrayList<>()).lines().stream()
                .map(Annotations.Line::annotation)
                .filter(other -> other.version() == annotation.version()
                        && other.envName().equals(annotation.envName())
                        && Objects.equals(other.run(), annotation.run())
                        && Objects.equals(other.envId(), annotation.envId())
                        && (annotation.run() != null || Objects.equals(other.episode(), annotation.episode())))
                .findFirst()
                .equals(Optional.of(annotation));
    }

    private void requireNoMerge() throws Refusal {
        if (Files.exists(folder.resolve(FolderMerge.JOURNAL), LinkOption.NOFOLLOW_LINKS)) {
            throw Refusal.conflict(
                    folder + " is the target of a merge that is not finished; save the notes again when it is");
        }
    }

    private void requireVersion(Annotation annotation, int expected) throws Refusal {
        if (of(annotation).map(Annotation::version).orElse(0) != expected) {
            throw changed();
        }
    }

    private static Refusal changed() {
        return Refusal.preconditionFailed(
                "the episode's notes were changed by another user meanwhile; look at theirs and save yours again");
    }

    /** A pipe would be waited for, and a link lead out of the folder. */
    private void requireRegular() throws Refusal {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw Refusal.conflict(file + " is no regular file; move it away to annotate episodes");
        }
    }

    private void append(Annotation annotation) throws IOException {
        String line = FormatJson.ascii(annotation) + "\n";
        try (FileChannel channel = open()) {
            // What was torn stays a line of its own, which readers name.
            ByteBuffer bytes = ByteBuffer.wrap(FormatJson.utf8(endsInTornLine() ? "\n" + line : line));
            try {
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            } catch (IOException e) {
                Undo.after(e, () -> takeBack(bytes.flip()));
                throw e;
            }
        } catch (NoSuchFileException e) {
            throw Refusal.notFound(folder + " is gone; nothing was saved");
        } catch (IOException e) {
            throw new IOException(
                    Sentence.of(
                            "%s could not take the note (%s), so nothing was saved; make room or mend its"
                                    + " permissions and save again",
                            file, Sentence.reasonOf(e)),
                    e);
        }
    }

    private FileChannel open() throws IOException {
        return FileChannel.open(
                file, APPEND, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_ONLY)));
    }

    /**
     * Takes back what was written of a line, only while no other writer has put one behind it.
     *
     * @param written what the file ends in then
     */
    void takeBack(ByteBuffer written) throws IOException {
        try (FileChannel channel = FileChannel.open(file, CHANGE)) {
            ByteBuffer last = ByteBuffer.allocate(written.remaining());
            long start = channel.size() - last.capacity();
            if (start < 0) {
                return;
            }
            channel.read(last, start);
            if (last.flip().equals(written) && channel.size() == start + last.capacity()) {
                channel.truncate(start);
            }
        }
    }

    private boolean endsInTornLine() throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            ByteBuffer last = ByteBuffer.allocate(1);
            long size = channel.size();
            return size > 0 && channel.read(last, size - 1) == 1 && last.get(0) != '\n';
        }
    }

    private static OptionalInt optional(Integer value) {
        return value == null ? OptionalInt.empty() : OptionalInt.of(value);
    }
}
