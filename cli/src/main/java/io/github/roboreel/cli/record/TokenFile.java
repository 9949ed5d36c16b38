package io.github.roboreel.cli.record;

import io.github.roboreel.dashboard.web.MetricsEndpoint;
import io.github.roboreel.format.Sentence;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.regex.Pattern;

/** A file that holds a token and nothing else, as Prometheus reads one. */
final class TokenFile {
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/=-]{16,512}");

    private TokenFile() {}

    /**
     * The token in a file; where there is no file, one is made with a new token, readable for its user only.
     *
     * @throws RoboReelException when it cannot be read or made, or holds no token
     */
    static String token(Path file) {
        try {
            return Files.exists(file) ? read(file) : make(file);
        } catch (IOException e) {
            throw new RoboReelException(
                    Kind.BAD_ARGUMENT,
                    Sentence.of(
                            "the token file %s cannot be read or made (%s); give another --metrics-token-file",
                            file, e),
                    e);
        }
    }

    private static String read(Path file) throws IOException {
        String token = Files.size(file) > 4096 ? "" : Files.readString(file).strip();
        if (!TOKEN.matcher(token).matches()) {
            throw RoboReelException.badArgument(
                    "the token file %s holds no token; expected 16 to 512 letters, digits or ._~+/=-", file);
        }
        return token;
    }

    private static String make(Path file) throws IOException {
        String token = MetricsEndpoint.randomToken();
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, token + "\n", StandardOpenOption.WRITE);
        return token;
    }
}
