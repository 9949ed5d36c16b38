package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportRefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Imports one dataset after the other in a process of little memory and says how each ended. */
final class HostileImports {
    private HostileImports() {}

    /** The folder of the datasets, with {@code cases.txt}, and a folder to record into. */
    public static void main(String[] arguments) throws IOException {
        Path cases = Path.of(arguments[0]);
        List<String> lines = Files.readAllLines(cases.resolve("cases.txt"));
        for (String line : lines) {
            String name = line.substring(0, line.indexOf('\t'));
            System.out.println("CASE\t" + name + "\t" + end(cases.resolve(name), Path.of(arguments[1], name)));
        }
    }

    private static String end(Path dataset, Path out) {
        try {
            new RldsFormat().importer().orElseThrow().run(dataset, out, ExportProgress.NONE);
            return "imported";
        } catch (ExportRefusedException | IOException e) {
            boolean isWhole = Files.exists(out) || e.getMessage().lines().count() != 1;
            return isWhole ? "left something, or said more than a sentence: " + e : e.getMessage();
        } catch (RuntimeException | Error e) {
            return "broke down: " + e;
        }
    }
}
