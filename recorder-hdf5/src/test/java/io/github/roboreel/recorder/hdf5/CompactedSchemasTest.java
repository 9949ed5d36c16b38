package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.hdf5.compact.CompactionReport;
import io.github.roboreel.recorder.hdf5.compact.RunCompaction;
import io.github.roboreel.recorder.hdf5.read.StoredContent;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.domains.Domain;

/** Whatever is recorded, a compacted file holds the same in as few bytes as possible. */
class CompactedSchemasTest {
    @Property(tries = 25)
    @Domain(RandomSchemas.class)
    @Domain(net.jqwik.api.domains.DomainContext.Global.class)
    void aCompactedFileHoldsTheSame(
            @ForAll FieldSchema schema,
            @ForAll @Size(min = 1, max = 3) List<@IntRange(max = 1300) Integer> lengths,
            @ForAll @IntRange(min = 1, max = 700) int flushIntervalSteps,
            @ForAll boolean discardsTheFirst)
            throws Exception {
        Path folder = Files.createTempDirectory("roboreel-compaction");
        SinkHarness run = new SinkHarness(
                folder,
                schema,
                lengths.size(),
                SinkHarness.untimed(Hdf5Settings.FLUSH_INTERVAL_STEPS, flushIntervalSteps)
                        .set(Hdf5Settings.COMPACT_ON_CLOSE, false));
        try {
            run.record(() -> record(run, lengths, discardsTheFirst));
            assertNull(run.context.failure().get());
            Map<String, Object> before = StoredContent.of(run.file());
            long bytesBefore = Files.size(run.file());
            double share = StoredContent.deadShare(run.file());

            CompactionReport report = RunCompaction.compact(run.file());

            assertEquals(before, StoredContent.of(run.file()));
            assertTrue(report.compacted() || share < 0.05, report + " " + share);
            assertTrue(report.bytesAfter() <= bytesBefore, report.toString());
            if (report.compacted()) {
                assertEquals(0, StoredContent.deadShare(run.file()), 0.01);
            }
        } finally {
            Files.deleteIfExists(run.file());
            Files.deleteIfExists(run.file().getParent());
            Files.deleteIfExists(folder);
        }
    }

    private static void record(SinkHarness run, List<Integer> lengths, boolean discardsTheFirst) throws Exception {
        for (int env = 0; env < lengths.size(); env++) {
            run.begin(env);
            run.steps(env, lengths.get(env));
            boolean discarded = env == 0 && discardsTheFirst;
            run.end(env, discarded ? EpisodeOutcome.discarded("wanted so") : EpisodeOutcome.failure("over"));
        }
    }
}
