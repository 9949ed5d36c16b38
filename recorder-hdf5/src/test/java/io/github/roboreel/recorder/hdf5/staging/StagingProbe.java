package io.github.roboreel.recorder.hdf5.staging;

import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/** Reads and changes a staging file of version 4 by its bytes, as FORMAT.md describes it. */
public final class StagingProbe {
    public static final int BEGIN = 1;
    public static final int CHUNK = 2;
    public static final int EVENT = 3;
    public static final int END = 4;
    public static final int CLOSED = 5;

    private static final int RECORD_MAGIC = 0x344c_4252;
    private static final int HEAD_BYTES = 64;
    private static final int ENTRY_BYTES = 16;
    private static final Pattern RUN_ID = Pattern.compile("\"run_id\": ?\"([0-9a-f]{16})");

    /** A record of the ledger; what its numbers say depends on its type. */
    public record Entry(
            int position, int type, long sequence, int demo, int count, long number, int extra, byte[] payload) {
        ByteBuffer words() {
            return ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    /** A stored chunk of a record, in the run file. */
    public record Place(long position, int size, int crc) {}

    private ByteBuffer file;
    private final StagingLayout layout;
    private final String headerJson;
    private final long runId;

    private StagingProbe(byte[] bytes, StagingLayout layout) {
        file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        this.layout = layout;
        headerJson = new String(bytes, 32, jsonBytes(bytes), StandardCharsets.UTF_8);
        Matcher id = RUN_ID.matcher(headerJson);
        runId = id.find() ? Long.parseUnsignedLong(id.group(1), 16) : 0;
    }

    /** Of a run with an area for each env. */
    public static StagingProbe of(Path path, FieldSchema schema, int numEnvs) throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        return of(bytes, StagingSize.layout(schema, numEnvs, jsonBytes(bytes)));
    }

    public static StagingProbe of(byte[] bytes, StagingLayout layout) {
        return new StagingProbe(bytes, layout);
    }

    /** Length of the header's JSON in a staging file's bytes. */
    public static int jsonBytes(byte[] staging) {
        return ByteBuffer.wrap(staging).order(ByteOrder.LITTLE_ENDIAN).getInt(16);
    }

    /** Changes the bytes of a staging file whose envs have an area each. */
    public static void edit(Path path, FieldSchema schema, int numEnvs, Consumer<StagingProbe> change)
            throws IOException {
        StagingProbe probe = of(path, schema, numEnvs);
        change.accept(probe);
        Files.write(path, probe.bytes());
    }

    public byte[] bytes() {
        return file.array();
    }

    /** The JSON of one of the two headers, checked against its checksum. */
    public String header(int copy) {
        int at = copy * layout.headerBytes();
        boolean good = file.getLong(at) == StagingHeader.MAGIC
                && file.getInt(at + 20) == crc(bytes(at + 32, file.getInt(at + 16)));
        return good ? headerJson : "damaged";
    }

    // The ledger

    /** Every whole record, by place. */
    public List<Entry> entries() {
        List<Entry> found = new ArrayList<>();
        for (int at = (int) layout.ledger(); at + HEAD_BYTES <= file.capacity(); at += HEAD_BYTES) {
            boolean isHead = file.getInt(at) == RECORD_MAGIC
                    && file.getLong(at + 8) == runId
                    && file.getInt(at + 60) == crc(bytes(at, 60));
            int payloadBytes = isHead ? file.getInt(at + 28) : 0;
            if (isHead && at + HEAD_BYTES + payloadBytes <= file.capacity()) {
                byte[] payload = bytes(at + HEAD_BYTES, payloadBytes);
                if (crc(payload) == file.getInt(at + 32)) {
                    found.add(entry(at, payload));
                }
            }
        }
        return found;
    }

    private Entry entry(int at, byte[] payload) {
        return new Entry(
                at,
                file.getInt(at + 4),
                file.getLong(at + 16),
                file.getInt(at + 24),
                file.getInt(at + 36),
                file.getLong(at + 40),
                file.getInt(at + 48),
                payload);
    }

    /** The records of one kind of a demo. */
    public List<Entry> entries(int type, int demo) {
        return entries().stream()
                .filter(entry -> entry.type() == type && entry.demo() == demo)
                .toList();
    }

    private static Entry last(List<Entry> entries) {
        return entries.get(entries.size() - 1);
    }

    /** The INITIAL row's fields one after the other. */
    public byte[] initialRow(int demo) {
        byte[] bank = last(entries(BEGIN, demo)).payload();
        ByteArrayOutputStream row = new ByteArrayOutputStream();
        for (ColumnGroup.Column column : layout.initialRow().columns()) {
            row.write(bank, column.offset(), column.rowBytes());
        }
        return row.toByteArray();
    }

    /** How an episode stands: its status, number of samples and metadata. */
    public String episode(int demo) {
        List<Entry> ends = entries(END, demo);
        if (ends.isEmpty()) {
            return entries(BEGIN, demo).isEmpty() ? "none" : "recording";
        }
        Entry end = last(ends);
        String status = new String(end.payload(), 0, 16, StandardCharsets.US_ASCII).replace("\0", "");
        String json = new String(end.payload(), 20, end.words().getInt(16), StandardCharsets.UTF_8);
        return status + " " + end.number() + " " + json;
    }

    /** Where the chunks of a record stand. */
    public static List<Place> places(Entry chunk) {
        ByteBuffer words = chunk.words();
        return Stream.iterate(0, at -> at < words.capacity(), at -> at + ENTRY_BYTES)
                .map(at -> new Place(words.getLong(at), words.getInt(at + 8), words.getInt(at + 12)))
                .toList();
    }

    // Rows

    private int area(int demo) {
        return Math.toIntExact(layout.area((int) last(entries(BEGIN, demo)).number()));
    }

    /** Steps of a demo whose rows are good. */
    public List<Long> goodSteps(int demo) {
        return layout.stepGroups().stream()
                .map(group -> goodSteps(demo, group))
                .reduce(StagingProbe::inBoth)
                .orElseThrow();
    }

    private static List<Long> inBoth(List<Long> some, List<Long> others) {
        return some.stream().filter(others::contains).toList();
    }

    private List<Long> goodSteps(int demo, ColumnGroup group) {
        List<Long> good = new ArrayList<>();
        int area = area(demo);
        for (long chunk = 0; chunk < group.banks(); chunk++) {
            int bank = area + group.bank(chunk);
            for (int i = 0; i < group.chunkRows(); i++) {
                long mark = file.getLong(bank + 8 * i);
                long step = (mark >>> 32) - 1;
                if (mark != 0 && (int) mark == rowChecksum(demo, step, group, bank, i)) {
                    good.add(step);
                }
            }
        }
        return good.stream().sorted().toList();
    }

    private int rowChecksum(int demo, long step, ColumnGroup group, int bank, int index) {
        ByteArrayOutputStream row = new ByteArrayOutputStream();
        ByteBuffer prefix = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN);
        row.writeBytes(prefix.putLong(runId).putLong(demo).putLong(step).array());
        for (ColumnGroup.Column column : group.columns()) {
            row.writeBytes(value(column, bank, index));
        }
        return crc(row.toByteArray());
    }

    private byte[] value(ColumnGroup.Column column, int bank, int index) {
        return bytes(bank + column.offset() + index * column.rowBytes(), column.rowBytes());
    }

    public StagingLayout layout() {
        return layout;
    }

    /** A field's bytes in a step's row. */
    public byte[] stepValue(int demo, Field field, long step) {
        for (ColumnGroup group : layout.stepGroups()) {
            int index = group.indexOf(field);
            if (index >= 0) {
                int bank = area(demo) + group.bank(group.chunk(step));
                return value(group.columns().get(index), bank, group.index(step));
            }
        }
        throw new IllegalArgumentException(field + " is not among the columns");
    }

    // Damage

    /** Spoils one byte of a step's row. */
    public void damage(int demo, long step) {
        ColumnGroup group = layout.stepGroups().get(0);
        flip(area(demo) + group.value(group.columns().get(0), step));
    }

    /** Spoils a record, so that no reader takes it for one. */
    public void damage(Entry entry) {
        flip(entry.position() + 20);
    }

    private void flip(int at) {
        file.put(at, (byte) (file.get(at) ^ 1));
    }

    /** Writes an int32 into a record, at an offset from its start, and makes its checksums right again. */
    public void put(Entry entry, int offset, int value) {
        file.putInt(entry.position() + offset, value);
        sign(entry.position());
    }

    /** Cuts the file before a record, as if it had not been written. */
    public void cutAt(Entry entry) {
        file = ByteBuffer.wrap(bytes(0, entry.position())).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** As after the run file was closed: its recorder has only to delete the staging file. */
    public void appendClosed() {
        List<Entry> all = entries();
        long sequence = all.stream().mapToLong(Entry::sequence).max().orElse(0) + 1;
        int end = (file.capacity() + HEAD_BYTES - 1) / HEAD_BYTES * HEAD_BYTES;
        file = ByteBuffer.wrap(Arrays.copyOf(file.array(), end + HEAD_BYTES)).order(ByteOrder.LITTLE_ENDIAN);
        file.putInt(end, RECORD_MAGIC).putInt(end + 4, CLOSED).putLong(end + 8, runId);
        file.putLong(end + 16, sequence).putInt(end + 24, -1);
        sign(end);
    }

    /** Puts a record in another's place, as far as it has room there. */
    public void copy(Entry from, Entry to) {
        int bytes = Math.min(HEAD_BYTES + from.payload().length, file.capacity() - to.position());
        System.arraycopy(file.array(), from.position(), file.array(), to.position(), bytes);
    }

    /** Makes the checksums of the record that starts there right for what stands in it. */
    private void sign(int position) {
        int payloadBytes = file.getInt(position + 28);
        if (payloadBytes >= 0 && payloadBytes <= file.capacity() - position - HEAD_BYTES) {
            file.putInt(position + 32, crc(bytes(position + HEAD_BYTES, payloadBytes)));
        }
        file.putInt(position + 60, crc(bytes(position, 60)));
    }

    private byte[] bytes(int from, int size) {
        return Arrays.copyOfRange(file.array(), from, from + size);
    }

    private static int crc(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }
}
