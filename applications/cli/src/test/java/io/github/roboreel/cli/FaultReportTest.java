package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.cli.base.Arguments;
import io.github.roboreel.cli.base.FaultReport;
import io.github.roboreel.cli.base.Interruption;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.base.Terminal;
import io.github.roboreel.format.fault.Advice;
import io.github.roboreel.format.fault.FileFaultException;
import io.github.roboreel.format.fault.Operation;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.RecorderException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FaultReportTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private Outcome outcome(Exception fault) {
        return report().outcomeOf(() -> {
            throw fault;
        });
    }

    private FaultReport report() {
        PrintStream out = new PrintStream(err, true, StandardCharsets.UTF_8);
        return new FaultReport(new Terminal(out, out, false, () -> 80), false);
    }

    private String said() {
        return err.toString(StandardCharsets.UTF_8).strip();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void theKindChoosesTheExitCode(Kind kind) {
        int expected = switch (kind) {
            case BAD_ARGUMENT, CONFLICT -> 2;
            case DAMAGED, LEADS_OUTSIDE -> 3;
            default -> 1;
        };
        assertEquals(expected, outcome(new RoboReelException(kind, "it is so")).exitCode());
        assertEquals(
                expected,
                outcome(new FileFaultException(kind, "it is so", null)).exitCode());
    }

    @Test
    void aDamagedFileThatARecordingMeetsIsAFailure() {
        IOException damaged = new FileFaultException(Kind.DAMAGED, "run_0.hdf5 is damaged", null);
        assertEquals(Outcome.FAILED, outcome(new RecorderException("no result", damaged)));
    }

    @Test
    void valuesOutsideAreLostWhateverWasMadeOfThem() {
        IOException outside = new FileFaultException(Kind.LEADS_OUTSIDE, "run_0.hdf5 leads outside", null);
        assertEquals(Outcome.DATA_LOST, outcome(new IOException("the export failed", outside)));
    }

    @Test
    void foldersToRecoverAreNamedAsAShellTakesThem() {
        Advice advice = new Advice(Advice.Action.RECOVER, "/tmp/it's mine");
        assertEquals(
                Outcome.FAILED, outcome(new RoboReelException(Kind.UNCLOSED, "run_0 was not closed", advice, null)));
        assertEquals(
                "roboreel: run_0 was not closed; bring back what is there with ./roboreel recover '/tmp/it'\\''s mine'"
                        + " and record again, or let record do both with --recover, which sets aside what cannot be"
                        + " brought back",
                said());
    }

    @Test
    void adviceOnMemoryNamesTheOption() {
        Advice advice = Advice.to(Advice.Action.ADD_MEMORY);
        outcome(new RoboReelException(Kind.OUT_OF_MEMORY, "env 1 failed", advice, null));
        assertEquals(
                "roboreel: env 1 failed; give Java more with ROBOREEL_JAVA_OPTS=-Xmx4g, or record fewer envs", said());
    }

    @Test
    void aFileAloneIsNoSentence() {
        assertEquals(Outcome.FAILED, outcome(new NoSuchFileException("/tmp/x")));
        assertEquals("roboreel: java.nio.file.NoSuchFileException: /tmp/x", said());
    }

    @Test
    void anythingElseIsAnUnexpectedFault() {
        assertEquals(Outcome.FAILED, outcome(new IllegalStateException("odd")));
        assertEquals(
                "roboreel: unexpected fault: java.lang.IllegalStateException: odd; --stacktrace shows where, please"
                        + " report it",
                said());
    }

    @Test
    void everyOperationThatIsAdvisedIsACommand() {
        List<String> commands = Arguments.commandNames(
                Main.commandLine(Terminal.ofProcess(), null, new Interruption()).getCommandSpec());
        List<String> advised = Stream.of(Operation.values())
                .map(operation -> operation.command().replaceFirst("^roboreel ", ""))
                .toList();
        assertTrue(commands.containsAll(advised), advised + " of " + commands);
    }
}
