package io.github.roboreel.recorder.hdf5.staging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.hdf5.SinkHarness;
import io.github.roboreel.recorder.hdf5.Snapshot;
import io.github.roboreel.recorder.hdf5.read.RecoveredRun;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport;
import io.github.roboreel.recorder.hdf5.recover.RunRecovery;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Rows per chunk follow bytes: how that is laid out, and that no row is lost by it. */
class ColumnGroupsTest {
    @Example
    void aChunkHas500RowsOrHalfToOneMebibyte() {
        assertEquals(500, rows(FieldSpec.step("a", DType.FLOAT32, 8)));
        assertEquals(500, rows(FieldSpec.step("a", DType.UINT8, 2097)));
        assertEquals(250, rows(FieldSpec.step("a", DType.UINT8, 2098)));
        assertEquals(5, rows(FieldSpec.step("obs/depth", DType.UINT16, 240, 320)));
        assertEquals(1, rows(FieldSpec.step("a", DType.UINT8, 1 << 20)));
        assertEquals(1, rows(FieldSpec.step("a", DType.FLOAT64, 1080, 1920)));
    }

    @Property
    void chunksOfAllFieldsEndTogether(@ForAll @IntRange(min = 1, max = 4 << 20) int rowBytes) {
        int rows = rows(FieldSpec.step("a", DType.UINT8, rowBytes));
        long bytes = (long) rows * rowBytes;
        assertEquals(0, ChunkRows.MAX_ROWS % rows);
        assertTrue(rows == 1 || bytes <= 1 << 20, rows + " rows");
        assertTrue(rows == ChunkRows.MAX_ROWS || bytes > 1 << 19, rows + " rows");
    }

    private static int rows(FieldSpec field) {
        return ChunkRows.ofNewRuns().of(field);
    }

    @Property(tries = 300)
    void nothingOverlaps(@ForAll("schemas") FieldSchema schema) {
        StagingLayout layout = StagingSize.layout(schema, 2, 777);
        Map<Integer, Integer> taken = new TreeMap<>();
        List<ColumnGroup> groups = new ArrayList<>(layout.stepGroups());
        int fields = 0;
        for (ColumnGroup group : groups) {
            for (int bank = 0; bank < group.banks(); bank++) {
                long first = (long) bank * group.chunkRows();
                taken.put(group.mark(first), group.mark(first) + 8 * group.chunkRows());
                for (ColumnGroup.Column column : group.columns()) {
                    int at = group.value(column, first);
                    taken.put(at, at + group.chunkBytes(column));
                }
            }
            fields += group.columns().size();
        }
        assertEquals(fields, (int)
                schema.specs().stream().filter(ColumnGroupsTest::hasRows).count());
        int end = 0;
        for (Map.Entry<Integer, Integer> piece : taken.entrySet()) {
            assertTrue(piece.getKey() >= end, piece + " starts before " + end);
            end = piece.getValue();
        }
        assertTrue(end <= layout.areaBytes() && layout.areaBytes() % 4096 == 0);
    }

    private static boolean hasRows(FieldSpec field) {
        return !field.image() && field.phase() == FieldPhase.STEP;
    }

    /** Every row is in staging or in the run file, whatever has been flushed meanwhile. */
    @Property(tries = 25)
    void everyRowIsRecoveredAtAnyStep(
            @ForAll("schemas") FieldSchema schema,
            @ForAll @Size(min = 1, max = 2) List<@IntRange(max = 560) Integer> lengths,
            @ForAll @IntRange(min = 1, max = 600) int flushIntervalSteps)
            throws Exception {
        Path folder = Files.createTempDirectory("roboreel-groups");
        SinkHarness run = new SinkHarness(
                folder.resolve("live"),
                schema,
                lengths.size() + 1,
                SinkHarness.untimed(Hdf5Settings.FLUSH_INTERVAL_STEPS, flushIntervalSteps)
                        .set(Hdf5Settings.COMPRESSOR_THREADS, 1));
        Path[] crashed = new Path[1];
        try {
            run.record(() -> {
                for (int env = 0; env < lengths.size(); env++) {
                    run.begin(env);
                    run.steps(env, lengths.get(env));
                }
                // With one compressor all before it is done when this is.
                run.begin(lengths.size());
                run.end(lengths.size(), EpisodeOutcome.success(""))
                        .toCompletableFuture()
                        .get();
                crashed[0] = Snapshot.of(run, folder.resolve("crashed"));
            });
            RecoveryReport report = RunRecovery.onCopy().recover(crashed[0]);
            assertTrue(report.isComplete(), report.toString());
            for (int env = 0; env < lengths.size(); env++) {
                assertEquals((long) lengths.get(env), RecoveredRun.numSamples(crashed[0], env));
            }
            RecoveredRun.assertContent(crashed[0], schema, lengths.size() + 1);
        } finally {
            try (var files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    @Provide
    Arbitrary<FieldSchema> schemas() {
        Arbitrary<Integer> elements = Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.integers().between(1, 40)),
                Tuple.of(2, Arbitraries.integers().between(500, 9000)));
        Arbitrary<FieldSpec> field = Combinators.combine(
                        elements,
                        Arbitraries.of(DType.UINT8, DType.UINT16, DType.FLOAT32, DType.FLOAT64),
                        Arbitraries.frequencyOf(
                                Tuple.of(6, Arbitraries.just(FieldPhase.STEP)),
                                Tuple.of(1, Arbitraries.of(FieldPhase.class))))
                .as((count, dtype, phase) ->
                        new FieldSpec("x", dtype, List.of(count), "", "", phase, false, true, true));
        return field.list().ofMinSize(1).ofMaxSize(5).map(ColumnGroupsTest::numbered);
    }

    private static FieldSchema numbered(List<FieldSpec> specs) {
        List<FieldSpec> named = new ArrayList<>();
        for (FieldSpec spec : specs) {
            String path = spec.phase().label() + "/f" + named.size();
            named.add(new FieldSpec(path, spec.dtype(), spec.shape(), "", "", spec.phase(), false, true, true));
        }
        return FieldSchema.of(named);
    }

    /** What staging version 1 was laid out by: one group of 500 rows, however large. */
    @Property(tries = 100)
    void version1IsOneGroup(@ForAll("schemas") FieldSchema schema) {
        ChunkRows any = ChunkRows.within(ChunkRows.ANY_BYTES);
        List<ColumnGroup> groups =
                StagingSize.layout(schema, 2, false, 777, any, 64).stepGroups();
        assertEquals(1, groups.size());
        assertEquals(500, groups.get(0).chunkRows());
        List<Field> declared = schema.layout(FieldPhase.STEP).fields();
        assertEquals(
                declared,
                groups.get(0).columns().stream().map(ColumnGroup.Column::field).toList());
    }
}
