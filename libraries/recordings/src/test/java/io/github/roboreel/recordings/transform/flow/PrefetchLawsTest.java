package io.github.roboreel.recordings.transform.flow;

import static io.github.roboreel.recordings.transform.MadeUp.ids;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.recordings.transform.Episodes;
import io.github.roboreel.recordings.transform.MadeUp;
import io.github.roboreel.recordings.transform.NStep;
import io.github.roboreel.recordings.transform.Steps;
import java.io.IOException;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What holds whatever the data. */
class PrefetchLawsTest {
    @Property(tries = 40)
    void theOrderIsThatWithoutThreads(
            @ForAll @Size(max = 12) List<@IntRange(max = 8) Integer> lengths,
            @ForAll @IntRange(min = 1, max = 6) int threads,
            @ForAll @IntRange(min = 1, max = 2000) int bytes)
            throws IOException {
        Episodes episodes = Episodes.of(MadeUp.episodes(lengths)).mapSteps(NStep.of(2, 0.9));
        Steps ahead = new Prefetch(threads, bytes).steps(episodes);
        assertEquals(episodes.steps().toList(), ahead.toList());
        assertEquals(
                ids(episodes.steps().shuffle(5, 11).toList()),
                ids(ahead.shuffle(5, 11).toList()),
                "what is drawn by a seed");
    }
}
