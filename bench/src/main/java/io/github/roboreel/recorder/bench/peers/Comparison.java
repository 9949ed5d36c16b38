package io.github.roboreel.recorder.bench.peers;

import java.util.List;
import java.util.Map;

/** Contenders for the same work, and what is asked of ours. */
interface Comparison {
    /** Short and unique, for example {@code proprio}. */
    String name();

    /** Ours first; measured in this order, again and again. */
    List<Contender> contenders();

    /** How often, when so many rounds were asked for; once for those that have rounds inside. */
    default int rounds(int asked) {
        return asked;
    }

    /** What was reached; figures that were not measured are NaN. */
    List<Target> targets(Map<String, Measured> results);
}
