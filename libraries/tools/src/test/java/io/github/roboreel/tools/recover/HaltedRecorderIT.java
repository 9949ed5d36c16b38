package io.github.roboreel.tools.recover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.lib.Hdf5;
import io.github.roboreel.recorder.hdf5.recover.RecoveryPlace;
import io.github.roboreel.recorder.hdf5.recover.RunRecovery;
import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.EventLog;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.tools.RecordedFolder;
import io.github.roboreel.tools.check.AuditReport;
import io.github.roboreel.tools.check.FolderAudit;
import io.github.roboreel.tools.recover.FolderRecovery.FolderRecoveryReport;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recorder that dies as soon as what it waited for was promised. */
class HaltedRecorderIT {
    private static final int STEPS = 20;
    private static final int HALTED = 137;

    /** Type of a ledger record; see FORMAT.md. */
    private static final int EVENT = 3;

    @TempDir
    private Path folder;

    @Test
    void recover_haltedWhenTheStepsWereDurable_bringsEveryEventBack() throws Exception {
        record(HaltedWhenDurable.class);

        assertAllComeBack();
    }

    @Test
    void recover_diedBetweenRunFileAndLog_bringsEveryEventBack() throws Exception {
        record(HaltedWhenDurable.class);
        RunRecovery.onCopy().recover(folder.resolve(RecordedFolder.ENV).resolve(RunFolder.runFile(0)));

        assertAllComeBack();
    }

    private void assertAllComeBack() throws Exception {
        FolderRecoveryReport report = recover();

        assertTrue(report.isComplete(), report.toString());
        assertEquals(2, report.resultLines());
        ResultFolder recovered = ResultFolder.open(folder);
        for (EpisodeRecord line : recovered.episodes()) {
            int env = line.envId().getAsInt();
            assertEquals(Map.of("SLIPPED", STEPS), line.eventCounts());
            Path log = folder.resolve(RecordedFolder.ENV).resolve(RunFolder.logFile(0, env));
            assertEquals(events(env), EventLog.read(log).events());
        }
        FolderAudit audit = new FolderAudit(MetricSettings.roboLab());
        AuditReport found = audit.audit(folder);
        assertFalse(found.isDamaged(), found.findings().toString());
    }

    @Test
    void record_haltedWhenTheResultsWerePromised_hasTheirLines() throws Exception {
        record(HaltedWithResults.class);
        Path results = folder.resolve(RunFolder.RESULTS);
        String lines = Files.readString(results);

        assertEquals(2, ResultFolder.open(folder).episodes().size());
        for (EpisodeRecord line : ResultFolder.open(folder).episodes()) {
            assertEquals(
                    "env " + line.envId().getAsInt() + " slipped", line.reason().orElseThrow());
        }
        FolderRecoveryReport report = recover();
        assertTrue(report.isComplete(), report.toString());
        assertEquals(0, report.resultLines());
        assertEquals(lines, Files.readString(results));
    }

    /** An event of the ledger is damaged. */
    @Test
    void recover_withADamagedRecord_leavesAFolderThatTheCommandsGoOnWith() throws Exception {
        record(HaltedWhenDurable.class);
        Path run = folder.resolve(RecordedFolder.ENV).resolve(RunFolder.runFile(0));
        Path staging = run.resolveSibling(RunFolder.stagingFile(0));
        byte[] bytes = Files.readAllBytes(staging);
        bytes[firstEvent(bytes) + 20] ^= 1;
        Files.write(staging, bytes);

        FolderRecoveryReport report = recover();

        assertFalse(report.isComplete(), report.toString());
        assertEquals(2, report.resultLines());
        assertTrue(Files.exists(run.resolveSibling(run.getFileName() + RunFolder.DAMAGED_SUFFIX)));
        assertTrue(recover().runs().isEmpty(), "nothing is left to recover");
        assertEquals(2, ResultFolder.open(folder).episodes().size());
        FolderAudit audit = new FolderAudit(MetricSettings.roboLab());
        AuditReport found = audit.audit(folder);
        assertFalse(found.isDamaged(), found.findings().toString());
    }

    /** Place of an event in the ledger, with others behind it. */
    private static int firstEvent(byte[] staging) {
        int at = 0;
        while (staging[at] != 'R' || staging[at + 1] != 'B' || staging[at + 2] != 'L' || staging[at + 4] != EVENT) {
            at += 64;
        }
        return at;
    }

    private FolderRecoveryReport recover() throws Exception {
        return FolderRecovery.recover(folder, MetricSets.onClassPath(RecorderConfig.defaults()), RecoveryPlace.BESIDE);
    }

    private static List<EpisodeEvent> events(int env) {
        return IntStream.rangeClosed(1, STEPS)
                .mapToObj(step -> event(env, step))
                .toList();
    }

    private static EpisodeEvent event(int env, int step) {
        return EpisodeEvent.of("SLIPPED", step, "foot of env " + env + " slipped", 0.5);
    }

    private void record(Class<?> recorderThatDies) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(Hdf5.inheritedOptions());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), recorderThatDies.getName()));
        command.addAll(List.of(folder.toString()));
        Process recorder = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(recorder.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(HALTED, recorder.waitFor(), said);
    }

    /** Gives an event after each step, waits until all steps are durable, and is gone. */
    static final class HaltedWhenDurable {
        private HaltedWhenDurable() {}

        public static void main(String[] args) {
            EpisodeRecorder recorder = RecordedFolder.open(Path.of(args[0]), 0, "none");
            for (EnvRecorder env : recorder.envs()) {
                RecordedFolder.beginAndStep(env, STEPS, step -> env.event(event(env.envId(), step)));
            }
            while (recorder.envs().stream().anyMatch(env -> env.durableSteps() < STEPS)) {
                Thread.onSpinWait();
            }
            Runtime.getRuntime().halt(HALTED);
        }
    }

    /** Ends its episodes, waits for their results, and is gone. */
    static final class HaltedWithResults {
        private HaltedWithResults() {}

        public static void main(String[] args) {
            EpisodeRecorder recorder = RecordedFolder.open(Path.of(args[0]), 0, "none");
            for (EnvRecorder env : recorder.envs()) {
                RecordedFolder.beginAndStep(env, STEPS);
            }
            List<CompletableFuture<EpisodeSummary>> results = recorder.envs().stream()
                    .map(env -> env.end(EpisodeOutcome.failure("env " + env.envId() + " slipped")))
                    .toList();
            results.forEach(CompletableFuture::join);
            Runtime.getRuntime().halt(HALTED);
        }
    }
}
