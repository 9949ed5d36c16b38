package io.github.roboreel.recorder.bench.peers;

import io.github.roboreel.recorder.bench.record.ImageKind;
import java.util.List;
import java.util.Map;

/**
 * Contenders for the same work, and what is asked of ours.
 *
 * @param name short and unique, for example {@code proprio}
 * @param contenders ours first; measured in this order, again and again
 * @param mostRounds how often at most; once for those that have rounds inside, or need a JVM of their own
 * @param judge says what was reached
 */
record PeerComparison(String name, List<Contender> contenders, int mostRounds, Judge judge) {
    /** Says what was reached; figures that were not measured are NaN. */
    @FunctionalInterface
    interface Judge {
        List<Target> targets(Map<String, Measured> results);
    }

    /** Measured as often as was asked for. */
    PeerComparison(String name, List<Contender> contenders, Judge judge) {
        this(name, contenders, Integer.MAX_VALUE, judge);
    }

    /** Every comparison there is, in the order of the table of targets. */
    static List<PeerComparison> all(Sizes sizes, int rounds) {
        RecordComparisons recordings = new RecordComparisons(sizes);
        PieceComparisons pieces = new PieceComparisons(sizes);
        ChildComparisons children = new ChildComparisons(sizes, rounds);
        return List.of(
                recordings.proprio(),
                pieces.staging(),
                pieces.chunks(),
                recordings.paced(),
                recordings.cameras(),
                recordings.cameras(ImageKind.TEXTURE),
                recordings.cameras(ImageKind.RENDERED),
                children.memory(),
                children.manyEnvs(),
                children.read(),
                children.end(),
                children.metrics(),
                new BindingComparisons(sizes).writing(),
                new BindingComparisons(sizes).reading(),
                children.video());
    }
}
