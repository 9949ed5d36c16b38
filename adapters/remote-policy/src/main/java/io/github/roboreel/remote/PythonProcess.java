package io.github.roboreel.remote;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.fault.Sentence;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A Python process with a policy of the user's; {@code _policy_server.py} describes what is spoken. It ends when this
 * JVM does, or has had no user for a while. Any thread may ask; one command is under way at a time.
 */
final class PythonProcess {
    /** Names the Python that is used. */
    static final String VARIABLE = "ROBOREEL_PYTHON";

    /** A Python that lacks the package or numpy says so in one line. */
    static final String MAIN = String.join(
            "\n",
            "import sys",
            "try:",
            "    from roboreel import _policy_server",
            "except ImportError as e:",
            "    sys.exit(f'{sys.executable}: {e}')",
            "sys.exit(_policy_server.serve())");

    private static final int COMMAND_BYTES = 17;
    private static final int ANSWER_BYTES = 5;
    private static final int MAX_ANSWER_BYTES = 1 << 20;
    private static final Duration UNUSED = Duration.ofSeconds(30);
    private static final Duration END = Duration.ofSeconds(2);

    private final String name;
    private final Duration answerLimit;
    private final Process process;
    private final OutputStream commands;
    private final DataInputStream answers;
    private final ByteBuffer command = ByteBuffer.allocate(COMMAND_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final ByteBuffer head = ByteBuffer.allocate(ANSWER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    // Never held while the process is asked, so that one that does not answer can be ended.
    private final Object sharing = new Object();
    private int users;
    private int envs;
    private int regions;
    private volatile long deadlineNanos;
    private volatile boolean isTimed;
    private volatile boolean isLate;

    /**
     * Starts it.
     *
     * @param name of the policy, for messages
     * @param python its executable
     * @param packageFolder whose {@code roboreel} it imports; its own where there is none
     * @param answerLimit how long an answer may take
     * @throws ServerException when there is no Python
     */
    PythonProcess(String name, String python, Path packageFolder, Duration answerLimit) {
        this.name = name;
        this.answerLimit = answerLimit;
        try {
            process = started(python, packageFolder);
        } catch (IOException e) {
            throw new ServerException(
                    "%s cannot be started (%s); install Python 3.10 or newer, or set %s",
                    python, Sentence.reasonOf(e), VARIABLE);
        }
        commands = process.getOutputStream();
        answers = new DataInputStream(process.getInputStream());
        Thread watch = new Thread(this::watch, "policy-watch");
        watch.setDaemon(true);
        watch.start();
    }

    private static Process started(String python, Path packageFolder) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(List.of(python, "-u", "-c", MAIN)).redirectError(ProcessBuilder.Redirect.INHERIT);
        if (Files.isRegularFile(packageFolder.resolve("roboreel/_policy_server.py"))) {
            Map<String, String> environment = builder.environment();
            environment.merge(
                    "PYTHONPATH", packageFolder.toString(), (before, own) -> own + File.pathSeparator + before);
        }
        return builder.start();
    }

    /** Ends a process that does not answer, or that has had no user for a while. */
    private void watch() {
        long unusedSince = System.nanoTime();
        try {
            while (!process.waitFor(1, TimeUnit.SECONDS)) {
                long now = System.nanoTime();
                if (isTimed && now - deadlineNanos > 0) {
                    isLate = true;
                    process.destroyForcibly();
                }
                if (isUsed()) {
                    unusedSince = now;
                } else if (now - unusedSince > UNUSED.toNanos()) {
                    end();
                }
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
        }
    }

    private boolean isUsed() {
        synchronized (sharing) {
            return users > 0;
        }
    }

    /** Whether it may still be asked. */
    boolean isAlive() {
        return process.isAlive();
    }

    /** Counts a user. */
    void lend() {
        synchronized (sharing) {
            users++;
        }
    }

    /** Counts a user less. */
    void giveBack() {
        synchronized (sharing) {
            users--;
            if (users == 0) {
                envs = 0;
            }
        }
    }

    /** Numbers of envs that no other user has, from the one returned on. */
    int takeEnvs(int count) {
        synchronized (sharing) {
            int first = envs;
            envs += count;
            return first;
        }
    }

    /** A number for a region of memory. */
    int takeRegion() {
        synchronized (sharing) {
            return regions++;
        }
    }

    /**
     * Has a command with JSON carried out.
     *
     * @throws ServerException as {@link #ask}
     */
    void tell(char letter, Map<String, ?> content) {
        ask(letter, 0, 0, 0, FormatJson.text(content));
    }

    /**
     * Has a command carried out.
     *
     * @return the answer's JSON; null without one
     * @throws ServerException naming the policy, when it fails, does not answer in time or the process has ended
     */
    JsonNode ask(char letter, int first, int second, long third) {
        return ask(letter, first, second, third, "");
    }

    private synchronized JsonNode ask(char letter, int first, int second, long third, String text) {
        byte[] content = FormatJson.utf8(text);
        deadlineNanos = System.nanoTime() + answerLimit.toNanos();
        isTimed = true;
        try {
            command.clear();
            command.put((byte) letter).putInt(content.length > 0 ? content.length : first);
            command.putInt(second).putLong(third);
            commands.write(command.array());
            commands.write(content);
            commands.flush();
            return answer();
        } catch (IOException e) {
            throw ended(e);
        } finally {
            isTimed = false;
        }
    }

    private JsonNode answer() throws IOException {
        answers.readFully(head.array());
        boolean isFault = head.get(0) != 0;
        int size = head.getInt(1);
        if (size < 0 || size > MAX_ANSWER_BYTES) {
            process.destroyForcibly();
            throw new EOFException("its answer has " + size + " bytes");
        }
        byte[] content = answers.readNBytes(size);
        JsonNode said = size == 0 ? null : json(content);
        if (isFault) {
            throw new ServerException("%s", said == null ? "policy " + name + " failed" : said.asText());
        }
        return said;
    }

    private static JsonNode json(byte[] content) throws IOException {
        try {
            return FormatJson.read(content);
        } catch (JsonProcessingException e) {
            throw new IOException("its answer is no JSON: " + e.getOriginalMessage(), e);
        }
    }

    private ServerException ended(IOException e) {
        if (isLate) {
            return new ServerException(
                    "policy %s did not answer within %d s and was ended", name, answerLimit.toSeconds());
        }
        try {
            if (process.waitFor(END.toMillis(), TimeUnit.MILLISECONDS)) {
                return new ServerException(
                        "the Python process of policy %s ended with exit code %d; its last words are above, and %s names"
                                + " another Python, whose packages it has",
                        name, process.exitValue(), VARIABLE);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
        return new ServerException("policy %s cannot be reached: %s", name, Sentence.reasonOf(e));
    }

    /** Has it end by itself. */
    void end() {
        try {
            commands.close();
        } catch (IOException e) {
            process.destroyForcibly();
        }
    }
}
