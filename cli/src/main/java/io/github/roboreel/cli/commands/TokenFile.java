package io.github.roboreel.cli.commands;

import io.github.roboreel.format.Sentence;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** File with a secret that only its owner may read. */
final class TokenFile {
    private TokenFile() {}

    /** Writes it beside and renames it, so that nobody sees half a secret or one with other rights. */
    static void write(Path file, String token) {
        Path absolute = file.toAbsolutePath();
        if (Files.exists(file) && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw RoboReelException.badArgument("%s is no regular file and is left as it is; choose another", file);
        }
        Path part = absolute.resolveSibling(absolute.getFileName() + ".part");
        try {
            Files.deleteIfExists(part);
            try (SeekableByteChannel out = Files.newByteChannel(
                    part,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
                out.write(ByteBuffer.wrap((token + "\n").getBytes(StandardCharsets.UTF_8)));
            }
            Files.move(part, absolute, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new RoboReelException(
                    Kind.of(e),
                    Sentence.of("the token cannot be written to %s: %s; choose another file", file, e.getMessage()),
                    e);
        }
    }
}
