package io.github.roboreel.cli.sql;

import io.github.roboreel.cli.base.Interruption;
import io.github.roboreel.cli.base.NewFile;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.base.ProblemLines;
import io.github.roboreel.cli.base.Screen;
import io.github.roboreel.cli.base.Terminal;
import io.github.roboreel.dataset.sql.EpisodeDatabase;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.tools.NewFileWriter;
import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** One statement, or a prompt for many, over folders. */
record SqlSession(Terminal terminal, Interruption interruption, AnswerFormat format, Optional<NewFile> file) {
    private static final int MAX_SQL_BYTES = 1 << 20;
    private static final long LOOK_MILLIS = 50;

    /** Answers, and says what was wrong with the folders. */
    Outcome run(Optional<String> given, List<Path> folders) throws IOException {
        boolean isPrompt = given.isEmpty() && file.isEmpty() && terminal.isDialogue();
        Optional<String> sql = given.isEmpty() && !isPrompt ? Optional.of(fromInput()) : given;
        interruption.finishInOrder("a folder roboreel-sql-* may stay among the temporary files: delete it");
        try {
            return interruption.breakable(() -> answer(sql, folders));
        } catch (InterruptedIOException e) {
            terminal.say("interrupted before there was an answer; ask again");
            return Outcome.FAILED;
        }
    }

    private static String fromInput() throws IOException {
        byte[] text = System.in.readNBytes(MAX_SQL_BYTES + 1);
        if (text.length > MAX_SQL_BYTES) {
            throw RoboReelException.badArgument(
                    "the SQL on stdin is longer than %s bytes; give a shorter statement", MAX_SQL_BYTES);
        }
        return new String(text, StandardCharsets.UTF_8);
    }

    private Outcome answer(Optional<String> sql, List<Path> folders) throws IOException {
        Optional<Path> parquet = format == AnswerFormat.PARQUET ? file.map(NewFile::path) : Optional.empty();
        try (EpisodeDatabase database = EpisodeDatabase.open(folders, parquet)) {
            if (sql.isEmpty()) {
                new SqlPrompt(database, terminal, format).run();
            } else {
                answerOne(database, sql.get());
            }
            return ProblemLines.say(database.problems(), terminal);
        }
    }

    private void answerOne(EpisodeDatabase database, String sql) throws IOException {
        Thread watch = watch(database);
        try {
            if (format == AnswerFormat.PARQUET) {
                database.writeParquet(sql);
            } else if (file.isPresent()) {
                NewFileWriter.write(file.get().path(), out -> write(database, sql, format, out, Screen.NONE));
            } else {
                print(database, sql, format, terminal);
            }
        } finally {
            watch.interrupt();
        }
    }

    /** DuckDB works outside the JVM, where an interrupt of the thread does nothing. */
    private Thread watch(EpisodeDatabase database) {
        Thread watch = new Thread(
                () -> {
                    try {
                        // Again and again: one that comes before the statement has begun is lost.
                        while (true) {
                            Thread.sleep(LOOK_MILLIS);
                            if (interruption.isRequested()) {
                                database.cancel();
                            }
                        }
                    } catch (InterruptedException e) {
                        // The answer is there.
                        Thread.currentThread().interrupt();
                    }
                },
                "roboreel-sql-watch");
        watch.setDaemon(true);
        watch.start();
        return watch;
    }

    static void print(EpisodeDatabase database, String sql, AnswerFormat format, Terminal terminal) throws IOException {
        Writer out = new BufferedWriter(new OutputStreamWriter(new Listened(terminal), StandardCharsets.UTF_8));
        try {
            write(database, sql, format, out, Screen.of(terminal));
            out.flush();
        } catch (UnreadException e) {
            return;
        }
        terminal.out().flush();
    }

    private static void write(EpisodeDatabase database, String sql, AnswerFormat format, Writer out, Screen screen)
            throws IOException {
        SqlAnswerWriter answer = SqlAnswerWriter.of(format, out, screen);
        database.query(sql, answer);
        answer.end();
    }

    /** A long answer ends when its reader is gone. */
    private static final class Listened extends OutputStream {
        private final Terminal terminal;

        Listened(Terminal terminal) {
            this.terminal = terminal;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            terminal.out().write(bytes, from, length);
            if (terminal.out().checkError()) {
                throw reason();
            }
        }

        /** A print stream keeps the reason to itself, so the descriptor is asked. */
        private static IOException reason() throws IOException {
            try {
                new FileOutputStream(FileDescriptor.out).write('\n');
                return new IOException("the answer could not be written as a whole");
            } catch (IOException e) {
                String reason = String.valueOf(e.getMessage());
                return reason.equals(brokenPipe())
                        ? new UnreadException()
                        : new IOException("the answer cannot be written: " + reason, e);
            }
        }

        /** The system's words for a pipe without a reader, in the language of this process. */
        private static String brokenPipe() throws IOException {
            Pipe pipe = Pipe.open();
            pipe.source().close();
            try (WritableByteChannel sink = pipe.sink()) {
                sink.write(ByteBuffer.allocate(1));
                return "";
            } catch (IOException e) {
                return String.valueOf(e.getMessage());
            }
        }
    }

    /** The reader has gone, as {@code head} does: all is well. */
    private static final class UnreadException extends IOException {
        private static final long serialVersionUID = 1L;
    }
}
