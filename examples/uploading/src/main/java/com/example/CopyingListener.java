package com.example;

import io.github.roboreel.recorder.spi.FinalFile;
import io.github.roboreel.recorder.spi.FinalFileListener;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Copies each final file below a folder, under the name of its recording. A copy has its name only when it is whole and
 * its bytes are those of the file. A file that comes again, because it changed or a crash left no mark, replaces its
 * copy.
 */
final class CopyingListener implements FinalFileListener {
    private final Path target;

    CopyingListener(Path target) {
        this.target = target;
    }

    @Override
    public String name() {
        return "copying";
    }

    @Override
    public void onFinal(FinalFile file) throws IOException {
        Path copy = target.resolve(file.folder().getFileName()).resolve(file.name());
        Path part = copy.resolveSibling(copy.getFileName() + ".part");
        Files.createDirectories(copy.getParent());
        String written = copied(file.path(), part);
        if (!written.equals(file.sha256())) {
            Files.delete(part);
            throw new IOException("what was copied is not what was recorded: SHA-256 " + written);
        }
        Files.move(part, copy, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String copied(Path from, Path to) throws IOException {
        MessageDigest digest = sha256();
        try (InputStream in = new DigestInputStream(Files.newInputStream(from), digest);
                OutputStream out = Files.newOutputStream(to)) {
            in.transferTo(out);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
