package io.github.roboreel.tools.check;

import io.github.roboreel.tools.check.scan.DemoFacts;
import io.github.roboreel.tools.check.scan.RunFacts;
import io.github.roboreel.tools.folder.RunFile;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A run file and what was read from it.
 *
 * @param file the file
 * @param facts its contents
 */
record StoredRun(RunFile file, RunFacts facts) {
    private static final Pattern DEMO = Pattern.compile("demo_(\\d{1,9})");

    Path path() {
        return file.path();
    }

    /** The number in a demo's name: the env, or the episode in a legacy file. */
    static OptionalInt number(DemoFacts demo) {
        Matcher name = DEMO.matcher(demo.name());
        return name.matches() ? OptionalInt.of(Integer.parseInt(name.group(1))) : OptionalInt.empty();
    }
}
