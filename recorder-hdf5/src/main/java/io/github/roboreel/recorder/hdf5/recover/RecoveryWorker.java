package io.github.roboreel.recorder.hdf5.recover;

import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.hdf5.read.WorkerJvm;
import io.github.roboreel.recorder.hdf5.write.RunPaths;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The process that {@link RecoveryProcess} starts: recovers one run and writes what it found. */
final class RecoveryWorker {
    private RecoveryWorker() {}

    /** Arguments: run file, whether in place, and the file for the report. */
    public static void main(String[] args) throws IOException {
        endWithParent();
        Path run = Path.of(args[0]);
        boolean inPlace = Boolean.parseBoolean(args[1]);
        Path result = Path.of(args[2]);
        limitMemory(new RunPaths(run).staging());
        try {
            write(new RunRecovery(inPlace, step -> {}).recover(run), result);
        } catch (IOException e) {
            try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(result))) {
                out.writeBoolean(false);
                writeText(out, e.getMessage());
            }
        }
    }

    /**
     * The parent holds the other end of stdin. When it dies its lock is gone, and another recovery may begin beside
     * this one.
     */
    private static void endWithParent() {
        Thread watch = new Thread(RecoveryWorker::awaitEndOfStdin, "roboreel-recovery-parent");
        watch.setDaemon(true);
        watch.start();
    }

    private static void awaitEndOfStdin() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // A pipe that breaks has no other end either.
        }
        Runtime.getRuntime().halt(1);
    }

    /** Staging is mapped, and as much may be in memory once more. */
    private static void limitMemory(Path staging) throws IOException {
        long staged = Files.exists(staging) ? Files.size(staging) : 0;
        WorkerJvm.limitNativeMemory(2 * (WorkerJvm.READING_BYTES + staged));
    }

    private static void write(RecoveryReport report, Path result) throws IOException {
        try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(result))) {
            out.writeBoolean(true);
            writeText(out, report.runFile().toString());
            out.writeInt(report.outcome().ordinal());
            out.writeInt(report.demos().size());
            for (DemoRecovery demo : report.demos()) {
                write(demo, out);
            }
            writeTexts(out, report.findings());
            writePaths(out, report.setAside());
            writePaths(out, report.removed());
        }
    }

    private static void write(DemoRecovery demo, DataOutputStream out) throws IOException {
        writeText(out, demo.demo());
        out.writeInt(demo.status().ordinal());
        out.writeLong(demo.numSamples());
        out.writeLong(demo.rowsReplayed());
        out.writeLong(demo.rowsLost());
        out.writeLong(demo.rowsTorn());
        out.writeBoolean(demo.initialStateLost());
    }

    private static void writePaths(DataOutputStream out, List<Path> paths) throws IOException {
        writeTexts(out, paths.stream().map(Path::toString).toList());
    }

    private static void writeTexts(DataOutputStream out, List<String> texts) throws IOException {
        out.writeInt(texts.size());
        for (String text : texts) {
            writeText(out, text);
        }
    }

    private static void writeText(DataOutputStream out, String text) throws IOException {
        byte[] utf8 = String.valueOf(text).getBytes(StandardCharsets.UTF_8);
        out.writeInt(utf8.length);
        out.write(utf8);
    }

    /** What the process wrote, or the failure that it met. */
    static RecoveryReport read(Path result) throws IOException {
        try (DataInputStream in = new DataInputStream(Files.newInputStream(result))) {
            if (!in.readBoolean()) {
                throw new IOException(readText(in));
            }
            Path run = Path.of(readText(in));
            RecoveryReport.Outcome outcome = RecoveryReport.Outcome.values()[in.readInt()];
            List<DemoRecovery> demos = new ArrayList<>();
            for (int count = in.readInt(); count > 0; count--) {
                demos.add(readDemo(in));
            }
            List<String> findings = readTexts(in);
            return new RecoveryReport(run, outcome, demos, findings, readPaths(in), readPaths(in));
        }
    }

    private static DemoRecovery readDemo(DataInputStream in) throws IOException {
        return new DemoRecovery(
                readText(in),
                EpisodeStatus.values()[in.readInt()],
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readBoolean());
    }

    private static List<Path> readPaths(DataInputStream in) throws IOException {
        return readTexts(in).stream().map(Path::of).toList();
    }

    private static List<String> readTexts(DataInputStream in) throws IOException {
        List<String> texts = new ArrayList<>();
        for (int count = in.readInt(); count > 0; count--) {
            texts.add(readText(in));
        }
        return texts;
    }

    private static String readText(DataInputStream in) throws IOException {
        return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
    }
}
