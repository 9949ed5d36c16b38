package io.github.roboreel.recorder.hdf5.staging;

import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.hdf5.write.EpisodeEnd;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/** An area of a staging file that is being written. For one thread at a time. */
final class LiveArea {
    private final FileChannel file;
    private final RunSpec run;
    private final StagingLayout layout;
    private final int area;
    private final List<LiveGroup> groups = new ArrayList<>();
    private final ByteBuffer head;

    LiveArea(FileChannel file, RunSpec run, StagingLayout layout, int area) {
        this.file = file;
        this.run = run;
        this.layout = layout;
        this.area = area;
        for (ColumnGroup group : layout.stepGroups()) {
            groups.add(new LiveGroup(file, layout.area(area), group, layout.isLent()));
        }
        // The area's header and the episode's slots.
        head = ByteBuffer.allocateDirect(layout.initialRow().bank(0)).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The episode that has the area; empty when none has begun, or its begin is just being written. */
    Optional<LiveEpisode> episode() throws IOException {
        LiveBlock.readFully(file, head.clear(), layout.area(area));
        if (head.hasRemaining()) {
            return Optional.empty();
        }
        head.clear();
        OptionalInt holder = layout.isLent() ? LentAreas.holder(head) : OptionalInt.of(area);
        if (holder.isEmpty() || holder.getAsInt() >= run.numDemos()) {
            return Optional.empty();
        }
        int demo = holder.getAsInt();
        int simEnv = layout.isLent() ? head.getInt(EnvStaging.SIM_ENV_OFFSET) : demo;
        Optional<EpisodeEnd> end = StagedEnv.newestEpisode(demo, layout, head);
        if (end.isEmpty()) {
            return Optional.empty();
        }
        boolean recording = end.get().status() == EpisodeStatus.RECORDING;
        long numSamples = recording ? numSamples(demo) : end.get().numSamples();
        return Optional.of(new LiveEpisode(demo, simEnv, end.get().status(), numSamples));
    }

    private long numSamples(int demo) throws IOException {
        long end = groups.isEmpty() ? 0 : Long.MAX_VALUE;
        for (LiveGroup group : groups) {
            end = Math.min(end, group.end(RowChecksum.owner(run, demo)));
        }
        return end;
    }

    /** The first rows from a step on that are whole in all groups with one of these fields. */
    LiveRows rows(int demo, long from, int most, List<Field> fields) throws IOException {
        List<LiveGroup> asked = groups.stream()
                .filter(group -> fields.stream().anyMatch(field -> index(group.group(), field) >= 0))
                .toList();
        long start = Math.max(0, from);
        long end = asked.isEmpty() ? 0 : Long.MAX_VALUE;
        for (LiveGroup group : asked) {
            end = Math.min(end, group.end(RowChecksum.owner(run, demo)));
            start = Math.max(start, group.oldest().orElse(0));
        }
        end = Math.min(end, start + most);
        // By step, how many of the groups have its part of the row.
        TreeMap<Long, Integer> parts = new TreeMap<>();
        Map<LiveGroup, List<LiveBlock>> copies = new LinkedHashMap<>();
        for (LiveGroup group : asked) {
            List<LiveBlock> blocks = group.copy(start, end);
            copies.put(group, blocks);
            blocks.forEach(block -> count(block, parts));
        }
        long[] steps = parts.entrySet().stream()
                .filter(part -> part.getValue() == asked.size())
                .mapToLong(Map.Entry::getKey)
                .toArray();
        return new LiveRows(steps, values(copies, fields, steps));
    }

    /** The row of a field that has but one; empty when it is not there, or not whole. */
    Optional<byte[]> single(int demo, Field field) throws IOException {
        ColumnGroup group = field.spec().phase() == FieldPhase.INITIAL ? layout.initialRow() : layout.finalRow();
        LiveBlock row = LiveBlock.copy(file, layout.area(area), group, RowChecksum.owner(run, demo), 0, 1);
        if (!row.isWhole(0)) {
            return Optional.empty();
        }
        byte[] bytes = new byte[field.rowBytes()];
        row.copy(0, index(group, field), bytes, 0);
        return Optional.of(bytes);
    }

    private static void count(LiveBlock block, TreeMap<Long, Integer> parts) {
        for (int row = 0; row < block.rows(); row++) {
            if (block.isWhole(row)) {
                parts.merge(block.from() + row, 1, Integer::sum);
            }
        }
    }

    private static Map<String, byte[]> values(
            Map<LiveGroup, List<LiveBlock>> copies, List<Field> fields, long[] steps) {
        Map<String, byte[]> values = new LinkedHashMap<>();
        for (Field field : fields) {
            byte[] bytes = new byte[steps.length * field.rowBytes()];
            copies.forEach((group, blocks) -> {
                int column = index(group.group(), field);
                if (column >= 0) {
                    gather(blocks, column, steps, bytes, field.rowBytes());
                }
            });
            values.put(field.spec().path(), bytes);
        }
        return values;
    }

    private static void gather(List<LiveBlock> blocks, int column, long[] steps, byte[] to, int rowBytes) {
        int block = 0;
        for (int i = 0; i < steps.length; i++) {
            while (steps[i] >= blocks.get(block).from() + blocks.get(block).rows()) {
                block++;
            }
            LiveBlock copy = blocks.get(block);
            copy.copy((int) (steps[i] - copy.from()), column, to, i * rowBytes);
        }
    }

    private static int index(ColumnGroup group, Field field) {
        List<ColumnGroup.Column> columns = group.columns();
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).field().spec().path().equals(field.spec().path())) {
                return i;
            }
        }
        return -1;
    }
}
