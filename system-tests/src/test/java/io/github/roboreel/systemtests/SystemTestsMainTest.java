package io.github.roboreel.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class SystemTestsMainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void everyOptionOfSeveralWordsHasBothSpellings() {
        int checked = 0;
        for (CommandLine command :
                new CommandLine(new SystemTestsMain()).getSubcommands().values()) {
            for (OptionSpec option : command.getCommandSpec().options()) {
                List<String> names = List.of(option.names());
                String words = option.longestName().substring(2);
                if (words.indexOf('-') > 0 || words.indexOf('_') > 0) {
                    assertTrue(names.contains("--" + words.replace('_', '-')), names.toString());
                    assertTrue(names.contains("--" + words.replace('-', '_')), names.toString());
                    checked++;
                }
            }
        }
        assertTrue(checked >= 8, checked + " options");
    }

    @Test
    void badArgumentsExitWithTwo() {
        assertRefused("which test?");
        assertRefused("how long? expected --minutes", "soak");
        assertRefused("--minutes is 0", "soak", "--minutes", "0");
        assertRefused("--episodes is -2", "soak", "--episodes", "-2");
        assertRefused(
                "--kills is 0", "torture-loop", "--num-envs", "1", "--kills", "0", "--output-dir", "never-recorded");
        assertRefused("--colour", "soak", "--colour", "red");
    }

    private void assertRefused(String word, String... args) {
        err.getBuffer().setLength(0);
        int exit = SystemTestsMain.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
        assertEquals(2, exit, err.toString());
        assertTrue(err.toString().contains(word), err.toString());
        assertEquals("", out.toString());
    }
}
