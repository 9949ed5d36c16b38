package io.github.roboreel.cli.record;

import io.github.roboreel.cli.base.Terminal;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.tools.resume.Resumption.ReplacedRun;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/** Reports what happens to a folder that was there; {@code --quiet} hides no move of data. */
record RecordNews(Terminal terminal, boolean quiet) {
    /**
     * A run is left as it is.
     *
     * @param missingFiles logs and videos that it lacks
     */
    void skipped(int run, List<String> missingFiles) {
        String sentence = "run " + run + " is complete and skipped";
        if (!missingFiles.isEmpty()) {
            terminal.say(sentence + ", but lacks " + String.join(", ", missingFiles));
        } else if (!quiet) {
            terminal.say(sentence);
        }
    }

    /** A run is repeated. */
    void replaced(ReplacedRun replaced) {
        terminal.say(Sentence.of(
                "run %s was not complete (%s) and is repeated; what it left is in %s",
                replaced.run(), replaced.reason(), replaced.folder()));
    }

    /** What is asked for could not be compared wholly with what is there. */
    void notCompared(Collection<String> keys) {
        if (!keys.isEmpty()) {
            terminal.say(Sentence.of(
                    "runs there do not say %s, since an older RoboReel recorded them: that was not compared",
                    String.join(", ", keys)));
        }
    }

    /** The results ended in a torn line. */
    void tornLine(Path aside) {
        terminal.say(RunFolder.RESULTS + " ended in a torn line, now in " + aside);
    }

    /** The folder is not complete any more. */
    void withdrawnPromise(Path aside) {
        if (!quiet) {
            terminal.say("the recording continues; its earlier " + RunFolder.RUN_COMPLETE + " is now " + aside);
        }
    }
}
