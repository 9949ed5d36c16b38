package io.github.roboreel.tools;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.IoConsumer;
import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Writes files that a user asked for and that do not exist yet: whole or not at all, so that after a full disk the same
 * command can be run again. What a kill leaves behind is {@code <name>.creating}.
 */
public final class NewFileWriter {
    private NewFileWriter() {}

    /**
     * Writes a file in UTF-8.
     *
     * @throws FileAlreadyExistsException when there is one; it stays as it is
     * @throws IOException in one sentence, when it cannot be written; there is no part of it then
     */
    public static void write(Path file, IoConsumer<Writer> content) throws IOException {
        if (Files.exists(file)) {
            throw new FileAlreadyExistsException(file.toString());
        }
        Path unfinished = file.resolveSibling(file.getFileName() + RunFolder.CREATING_SUFFIX);
        try {
            try (Writer out = Files.newBufferedWriter(unfinished, StandardCharsets.UTF_8)) {
                content.accept(out);
            }
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (RuntimeException e) {
            Files.deleteIfExists(unfinished);
            throw e;
        } catch (IOException e) {
            Files.deleteIfExists(unfinished);
            String reason = Sentence.reasonOf(e);
            throw new IOException(
                    file
                            + " cannot be written ("
                            + reason
                            + "); no part of it was kept, make room or name another file",
                    e);
        }
    }
}
