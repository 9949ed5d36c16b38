package io.github.roboreel.tools.merge;

import io.github.roboreel.format.RunFolder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;

/**
 * The annotations of a merge, of which others may write more at any time: the sources' files are set aside first, so
 * that nothing is added to them any more, and then their lines go behind what is in the target at that moment. Those
 * that are there already do not come twice.
 */
final class NotesMerge {
    private final Path file;
    private final Runnable checkpoint;

    NotesMerge(Path target, Runnable checkpoint) {
        this.file = target.resolve(RunFolder.ANNOTATIONS);
        this.checkpoint = checkpoint;
    }

    void append(MergePlan plan, TreeMove trees) throws IOException {
        for (MergePlan.Source source : plan.sources()) {
            if (!plan.copy() && !source.annotationsAside().isEmpty()) {
                setAside(source, trees);
            }
        }
        Path written = file.resolveSibling(RunFolder.ANNOTATIONS + RunFolder.MERGING_SUFFIX);
        byte[] now = read();
        byte[] merged = merged(plan, now);
        while (merged.length > now.length) {
            Files.write(written, merged);
            checkpoint.run();
            byte[] copied = now;
            now = read();
            if (Arrays.equals(copied, now)) {
                Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                return;
            }
            merged = merged(plan, now);
        }
        Files.deleteIfExists(written);
    }

    /** The first rename is within a file system, so that a line is in the file before it or not at all. */
    private void setAside(MergePlan.Source source, TreeMove trees) throws IOException {
        Path from = Path.of(source.folder(), RunFolder.ANNOTATIONS);
        Path held = from.resolveSibling(RunFolder.ANNOTATIONS + RunFolder.MERGING_SUFFIX);
        Path aside = Path.of(source.annotationsAside());
        checkpoint.run();
        if (Files.exists(from) && !Files.exists(held) && !Files.exists(aside)) {
            Files.move(from, held, StandardCopyOption.ATOMIC_MOVE);
        }
        if (Files.exists(held)) {
            trees.move(held, aside);
        }
    }

    private byte[] read() throws IOException {
        return Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
    }

    private static byte[] merged(MergePlan plan, byte[] now) throws IOException {
        ByteArrayOutputStream merged = new ByteArrayOutputStream();
        merged.writeBytes(now);
        int before = plan.annotationBytesBefore() <= now.length ? (int) plan.annotationBytesBefore() : 0;
        String added = text(now).substring(before);
        boolean isTorn = now.length > 0 && now[now.length - 1] != '\n';
        for (MergePlan.Source source : plan.sources()) {
            byte[] lines = lines(source);
            if (lines.length > 0 && !holds(added, text(lines))) {
                merged.writeBytes(isTorn ? new byte[] {'\n'} : new byte[0]);
                merged.writeBytes(lines);
                isTorn = false;
            }
        }
        return merged.toByteArray();
    }

    private static byte[] lines(MergePlan.Source source) throws IOException {
        if (source.annotationsAside().isEmpty()) {
            return new byte[0];
        }
        Path aside = Path.of(source.annotationsAside());
        Path from = Files.exists(aside) ? aside : Path.of(source.folder(), RunFolder.ANNOTATIONS);
        if (!Files.exists(from)) {
            return new byte[0];
        }
        return SourceLines.ofLines(from).renumbered(source.renumbered()).bytes();
    }

    private static boolean holds(String added, String lines) {
        return added.startsWith(lines) || added.contains("\n" + lines);
    }

    /** A character per byte, whatever the encoding. */
    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
