package io.github.roboreel.recorder.hdf5.recover.legacy;

import io.github.roboreel.format.Sentence;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.hdf5.staging.ColumnGroup;
import io.github.roboreel.recorder.hdf5.staging.StagingLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Which area of a staging file holds which demo, where areas were lent. An area's header says it; where that is
 * damaged, whatever else in the area has a right checksum does. An area that proves nothing is named, never guessed at.
 */
final class LegacyAreas {
    /** Reads an area; one that was never used has zeros there. */
    @FunctionalInterface
    interface Source {
        ByteBuffer area(int area) throws IOException;
    }

    private static final long[] NOBODY = {};

    private final RunSpec run;
    private final StagingLayout layout;
    private final Map<Integer, Integer> areas = new LinkedHashMap<>();
    private final List<String> findings = new ArrayList<>();

    LegacyAreas(RunSpec run, StagingLayout layout, Source source) throws IOException {
        this.run = run;
        this.layout = layout;
        List<Integer> unnamed = new ArrayList<>();
        for (int area = 0; area < layout.numAreas(); area++) {
            OptionalInt holder = holder(source.area(area));
            if (holder.isPresent() && holder.getAsInt() < run.numDemos()) {
                areas.put(holder.getAsInt(), area);
            } else {
                unnamed.add(area);
            }
        }
        for (int area : unnamed) {
            takeProven(area, source.area(area));
        }
    }

    /** Who has the area, as its header says; empty when that is damaged or was never written. */
    static OptionalInt holder(ByteBuffer area) {
        int demo = area.getInt(LegacyFormat.ENV_OFFSET);
        boolean good = area.getLong(0) == LegacyFormat.AREA_MAGIC
                && demo >= 0
                && area.getInt(LegacyFormat.LENT_CRC_OFFSET)
                        == LegacyFormat.checksum(area, 0, LegacyFormat.LENT_CRC_OFFSET);
        return good ? OptionalInt.of(demo) : OptionalInt.empty();
    }

    private void takeProven(int area, ByteBuffer bytes) {
        List<Integer> proven = proven(bytes);
        proven.forEach(demo -> areas.putIfAbsent(demo, area));
        if (proven.isEmpty() && wasUsed(bytes)) {
            findings.add(Sentence.of(
                    "area %s of the staging file is damaged, and nothing in it says which demo it held; what was staged"
                            + " of that is lost",
                    area));
        }
    }

    /** Several when an earlier episode has left something; the INITIAL row is always the last one's. */
    private List<Integer> proven(ByteBuffer area) {
        int initial =
                demos(demo -> has(demo, layout.initialRow(), area)).findAny().orElse(-1);
        return demos(demo -> demo == initial
                        || LegacyEnv.slotsName(demo, layout, area)
                        || initial < 0 && hasSteps(demo, area))
                .boxed()
                .toList();
    }

    private IntStream demos(IntPredicate condition) {
        return IntStream.range(0, run.numDemos()).filter(condition);
    }

    private boolean hasSteps(int demo, ByteBuffer area) {
        return layout.stepGroups().stream().anyMatch(group -> has(demo, group, area));
    }

    private boolean has(int demo, ColumnGroup group, ByteBuffer area) {
        return !new LegacyRows(LegacyFormat.owner(run, demo), NOBODY, group, area).isEmpty();
    }

    private boolean wasUsed(ByteBuffer area) {
        return IntStream.range(LegacyFormat.LENT_CRC_OFFSET + Integer.BYTES, layout.areaBytes())
                .anyMatch(at -> area.get(at) != 0);
    }

    /** The area that holds something of a demo. */
    OptionalInt areaOf(int demo) {
        Integer area = areas.get(demo);
        return area == null ? OptionalInt.empty() : OptionalInt.of(area);
    }

    /** A sentence for each area of which nothing says whose it is. */
    List<String> findings() {
        return findings;
    }
}
