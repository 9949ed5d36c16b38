package io.github.roboreel.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.spi.RunReader;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's embedding example, compiled, run, and read back by the README's own Python lines. */
class ReadmeExampleIT {
    @TempDir
    Path folder;

    @Test
    void recordsWhatTheReadmeSays() throws Exception {
        String readme = Files.readString(Path.of("..", "README.md"));
        Path output = folder.resolve("out");
        run(block(readme, "java"), output);

        try (RunReader reader = Hdf5RunReader.open(output.resolve("WaveTask/run_0.hdf5"))) {
            double[] actions = reader.demo("demo_3").readDoubles("actions");
            assertEquals(600 * 7, actions.length);
            for (int step = 0; step < 600; step++) {
                assertEquals((float) Math.sin(step / 15.0 + 3), (float) actions[7 * step + 6]);
            }
        }
        assertEquals("(600, 7)", python(block(readme, "python")));
        assertEquals(
                4, Files.readAllLines(output.resolve("episode_results.jsonl")).size());
    }

    private void run(String source, Path output) throws Exception {
        Path file = Files.writeString(folder.resolve("Embedding.java"), source);
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        folder.toString(),
                        file.toString());
        assertEquals(0, status, "the README's example does not compile");
        URL[] classes = {folder.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(classes, getClass().getClassLoader())) {
            loader.loadClass("Embedding").getMethod("main", String[].class).invoke(null, (Object)
                    new String[] {output.toString()});
        }
    }

    private String python(String code) throws Exception {
        Process process = new ProcessBuilder("/usr/bin/python3", "-c", code)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes());
        process.waitFor();
        return printed.strip();
    }

    private static String block(String markdown, String language) {
        Matcher fence =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(markdown);
        assertTrue(fence.find(), "the README has no " + language + " block");
        return fence.group(1);
    }
}
