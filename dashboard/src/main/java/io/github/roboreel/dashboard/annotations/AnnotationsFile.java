package io.github.roboreel.dashboard.annotations;

import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.format.Annotation;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.Sentence;
import io.github.roboreel.format.fault.Undo;
import io.github.roboreel.recordings.folder.Annotations;
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
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * {@code annotations.jsonl} of an output folder, which only grows: each line is one write. Any number of processes may
 * write, without locks, as other processes' closing of the file would give them away: of two that give an episode the
 * same version, readers take the first. For any thread.
 */
final class AnnotationsFile {
    private static final Set<OpenOption> APPEND = Set.of(
            StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);
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
     * @throws Refusal when there is a newer one
     * @throws IOException when the line could not be written; the file is as it was then
     */
    void add(Annotation annotation) throws IOException {
        requireVersion(annotation, annotation.version() - 1);
        append(annotation);
        if (!of(annotation).equals(Optional.of(annotation))) {
            throw changed();
        }
    }

    private void requireVersion(Annotation annotation, int expected) throws Refusal {
        if (of(annotation).map(Annotation::version).orElse(0) != expected) {
            throw changed();
        }
    }

    private static Refusal changed() {
        return Refusal.preconditionFailed(
                "the episode's notes were changed by somebody else meanwhile; look at theirs and save yours again");
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
                long end = channel.position();
                Undo.after(e, () -> takeBack(channel, end, bytes.position()));
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

    /** Only while nobody else has put a line behind it. */
    private static void takeBack(FileChannel channel, long end, long written) throws IOException {
        if (channel.size() == end) {
            channel.truncate(end - written);
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
