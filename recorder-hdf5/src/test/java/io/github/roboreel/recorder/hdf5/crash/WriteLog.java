package io.github.roboreel.recorder.hdf5.crash;

import io.github.roboreel.recorder.hdf5.Strace;
import io.github.roboreel.recorder.hdf5.TestJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Every change that the process of a {@link LoggedRecording} made to the run's folder, as strace saw its system calls.
 * A call counts when it has returned; of a force it counts, too, when it was made.
 */
final class WriteLog {
    private static final String CALLS = "pwrite64,ftruncate,rename,unlink,fsync,fdatasync,msync,mmap,openat";
    private static final Pattern CALL = Pattern.compile("(\\d+) +(\\w+)\\((.*)\\) += (.*)", Pattern.DOTALL);
    private static final Pattern STARTED =
            Pattern.compile("(\\d+) +(\\w+)\\((.*) <unfinished \\.\\.\\.>", Pattern.DOTALL);
    private static final Pattern RESUMED =
            Pattern.compile("(\\d+) +<\\.\\.\\. (\\w+) resumed>(.*)\\) += (.*)", Pattern.DOTALL);
    private static final Pattern OPENED = Pattern.compile("\\d+<((?:\\\\x..)*)>(\\(deleted\\))?");
    private static final Pattern TEXT = Pattern.compile("\"((?:\\\\x..)*)\"");
    private static final int MAX_DATA_BYTES = 1 << 26;

    private final Path folder;
    private final List<FileEvent> events = new ArrayList<>();
    private final Map<String, String> started = new HashMap<>();
    private final Map<Long, Mapping> mappings = new HashMap<>();

    private record Mapping(String file, long offset) {}

    private WriteLog(Path folder) {
        this.folder = folder;
    }

    /** Records into the folder and returns what that did to it. */
    static List<FileEvent> of(Path output, CrashMode mode) throws IOException, InterruptedException {
        Path log = output.resolveSibling("strace.txt");
        List<String> tracing = new ArrayList<>(Strace.tracing(log, CALLS));
        tracing.addAll(List.of("-y", "-xx", "-s", Integer.toString(MAX_DATA_BYTES)));
        Path said = output.resolveSibling("output.txt");
        int exitCode = start(output, mode, tracing, said).waitFor();
        if (exitCode != 0) {
            throw new IOException("the recording ended with " + exitCode + ": " + Files.readString(said));
        }
        WriteLog read = new WriteLog(LoggedRecording.runFolder(output));
        try (BufferedReader lines = Files.newBufferedReader(log, StandardCharsets.US_ASCII)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                read.take(line);
            }
        }
        Files.delete(log);
        return List.copyOf(read.events);
    }

    /**
     * Kills a recording with its N-th write to a file of that name, and returns what it was promised. What was forced
     * is left out: a kill takes nothing that was written, and no force is traced here.
     */
    static Promises ofKilled(Path output, CrashMode mode, String file, int write)
            throws IOException, InterruptedException {
        Path killing = LoggedRecording.runFolder(output).resolve(file);
        List<String> command = Strace.injecting(killing, "pwrite64:signal=SIGKILL:when=" + write);
        start(output, mode, command, output.resolveSibling("output.txt")).waitFor();
        Promises promises = new Promises();
        for (byte[] entry : LoggedRecording.entries(Files.readAllBytes(LoggedRecording.journal(output)))) {
            FileEvent event = journaled(entry);
            boolean isOfForce =
                    event instanceof FileEvent.Promise promise && promise.line().startsWith("forced ");
            if (!isOfForce) {
                promises.apply(event);
            }
        }
        return promises;
    }

    private static Process start(Path output, CrashMode mode, List<String> prefix, Path said) throws IOException {
        Files.createDirectories(output);
        List<String> command = new ArrayList<>(prefix);
        command.addAll(TestJvm.command(LoggedRecording.class, output.toString(), mode.name()));
        return TestJvm.start(command, said);
    }

    private void take(String line) {
        Matcher resumed = RESUMED.matcher(line);
        Matcher call = CALL.matcher(line);
        Matcher start = STARTED.matcher(line);
        if (resumed.matches()) {
            take(resumed.group(2), started.remove(resumed.group(1)) + resumed.group(3), resumed.group(4));
        } else if (start.matches()) {
            started.put(start.group(1), start.group(3));
            takeForce(start.group(2), start.group(3), false);
        } else if (call.matches()) {
            takeForce(call.group(2), call.group(3), false);
            take(call.group(2), call.group(3), call.group(4));
        }
    }

    private void takeForce(String call, String args, boolean done) {
        if (call.equals("fsync") || call.equals("fdatasync")) {
            String path = opened(args);
            if (path.equals(folder.toString())) {
                events.add(new FileEvent.ForceNames(done));
            } else if (isOurs(path)) {
                events.add(new FileEvent.Force(name(path), done));
            }
        } else if (call.equals("msync")) {
            String[] parts = args.split(", ");
            Mapping mapping = mappings.get(Long.decode(parts[0]));
            if (mapping != null) {
                events.add(new FileEvent.ForceMapped(mapping.file(), mapping.offset(), Long.parseLong(parts[1]), done));
            }
        }
    }

    private void take(String call, String args, String result) {
        if (result.startsWith("-1")) {
            return;
        }
        switch (call) {
            case "pwrite64" -> takeWrite(args, Long.parseLong(result));
            case "ftruncate" -> {
                String path = opened(args);
                if (isOurs(path)) {
                    events.add(new FileEvent.Truncate(name(path), lastNumber(args)));
                }
            }
            case "rename" -> {
                Matcher names = TEXT.matcher(args);
                if (names.find() && isOurs(text(names.group(1)))) {
                    String from = name(text(names.group(1)));
                    names.find();
                    events.add(new FileEvent.Rename(from, name(text(names.group(1)))));
                }
            }
            case "unlink" -> {
                Matcher names = TEXT.matcher(args);
                if (names.find() && isOurs(text(names.group(1)))) {
                    events.add(new FileEvent.Delete(name(text(names.group(1)))));
                }
            }
            case "mmap" -> {
                String path = opened(args);
                if (isOurs(path) && args.contains("MAP_SHARED")) {
                    String address = result.split(" ")[0];
                    mappings.put(Long.decode(address), new Mapping(name(path), lastNumber(args)));
                }
            }
            case "openat" -> {
                String path = opened(result);
                if (isOurs(path) && args.contains("O_CREAT")) {
                    events.add(new FileEvent.Create(name(path)));
                }
            }
            default -> takeForce(call, args, true);
        }
    }

    private void takeWrite(String args, long written) {
        String path = opened(args);
        boolean isJournal =
                path.equals(LoggedRecording.journal(folder.getParent()).toString());
        if (!isJournal && !isOurs(path)) {
            return;
        }
        Matcher data = TEXT.matcher(args);
        if (!data.find()) {
            throw new IllegalStateException("strace says " + args);
        }
        byte[] bytes = bytes(data.group(1));
        if (bytes.length != written) {
            throw new IllegalStateException("a write of " + bytes.length + " bytes wrote " + written);
        }
        if (isJournal) {
            LoggedRecording.entries(bytes).forEach(entry -> events.add(journaled(entry)));
        } else {
            events.add(new FileEvent.Write(name(path), lastNumber(args), bytes));
        }
    }

    private static FileEvent journaled(byte[] bytes) {
        if (bytes[0] != LoggedRecording.STORE) {
            return new FileEvent.Promise(new String(bytes, StandardCharsets.US_ASCII));
        }
        List<FileEvent.Write> ranges = new ArrayList<>();
        for (ByteBuffer left = ByteBuffer.wrap(bytes).position(1); left.hasRemaining(); ) {
            long offset = left.getLong();
            byte[] range = new byte[left.getInt()];
            left.get(range);
            ranges.add(new FileEvent.Write(LoggedRecording.STAGING, offset, range));
        }
        return new FileEvent.Store(LoggedRecording.STAGING, List.copyOf(ranges));
    }

    private boolean isOurs(String path) {
        return path.startsWith(folder + "/");
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static String opened(String args) {
        Matcher file = OPENED.matcher(args);
        return file.find() && file.group(2) == null ? text(file.group(1)) : "";
    }

    private static long lastNumber(String args) {
        return Long.decode(args.substring(args.lastIndexOf(' ') + 1));
    }

    private static String text(String hex) {
        return new String(bytes(hex), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String hex) {
        byte[] bytes = new byte[hex.length() / 4];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (HexFormat.fromHexDigit(hex.charAt(4 * i + 2)) << 4
                    | HexFormat.fromHexDigit(hex.charAt(4 * i + 3)));
        }
        return bytes;
    }
}
