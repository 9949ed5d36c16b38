package io.github.roboreel.cli.base;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** File with a secret that only its owner may read. */
public final class TokenFile {
    private static final int MAX_BYTES = 4096;
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/=-]{16,512}");

    private TokenFile() {}

    /**
     * The secret in a file; where there is no file, one is made.
     *
     * @param fresh a secret for a new file
     * @throws RoboReelException when it cannot be read or made, or holds no secret
     */
    public static String readOrMake(Path file, Supplier<String> fresh) {
        if (!Files.exists(file)) {
            write(file, fresh.get());
        }
        String token = read(file);
        if (!TOKEN.matcher(token).matches()) {
            throw RoboReelException.badArgument(
                    "%s holds no token; expected 16 to 512 letters, digits or ._~+/=- and nothing else", file);
        }
        return token;
    }

    private static String read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new RoboReelException(
                    Kind.BAD_ARGUMENT,
                    Sentence.of("the token cannot be read from %s: %s; choose another file", file, e.getMessage()),
                    e);
        }
    }

    /** Writes it beside and renames it, so that no one sees half a secret or one with other rights. */
    public static void write(Path file, String token) {
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
                    Sentence.of("the token cannot be written to %s: %s; choose another file", file, reason(e)),
                    e);
        }
    }

    /** Removes it, unless another process has put another secret there. */
    public static void remove(Path file, String token) throws IOException {
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && read(file).equals(token)) {
            Files.deleteIfExists(file);
        }
    }

    /** Java says of a folder that is not there only which. */
    private static String reason(IOException e) {
        return e instanceof NoSuchFileException ? "there is no such folder" : Sentence.reasonOf(e);
    }
}
