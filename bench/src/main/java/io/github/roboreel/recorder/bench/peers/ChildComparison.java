package io.github.roboreel.recorder.bench.peers;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Benchmarks that alternate inside, or need a JVM of their own; measured once.
 *
 * @param name unique
 * @param contenders ours
 * @param judge what was reached
 */
record ChildComparison(String name, List<Contender> contenders, Function<Map<String, Measured>, List<Target>> judge)
        implements Comparison {
    @Override
    public int rounds(int asked) {
        return 1;
    }

    @Override
    public List<Target> targets(Map<String, Measured> results) {
        return judge.apply(results);
    }
}
