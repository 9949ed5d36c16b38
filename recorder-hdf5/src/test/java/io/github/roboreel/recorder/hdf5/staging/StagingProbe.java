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
import java.util.zip.CRC32C;

/** Reads a staging file from disk, as FORMAT.md describes it. */
public final class StagingProbe {
    /** A chunk of a frame found in the log. */
    public record LoggedFrame(int env, int image, int plane, long step, byte[] payload) {}

    private final ByteBuffer file;
    private final StagingLayout layout;
    private final String headerJson;

    private StagingProbe(ByteBuffer file, FieldSchema schema, int numEnvs) {
        this.file = file;
        int jsonBytes = file.getInt(16);
        layout = StagingSize.layout(schema, numEnvs, jsonBytes);
        headerJson = new String(file.array(), 32, jsonBytes, StandardCharsets.UTF_8);
    }

    public static StagingProbe of(Path path, FieldSchema schema, int numEnvs) throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        return new StagingProbe(file, schema, numEnvs);
    }

    /** Length of the header's JSON in a staging file's bytes. */
    public static int jsonBytes(byte[] staging) {
        return ByteBuffer.wrap(staging).order(ByteOrder.LITTLE_ENDIAN).getInt(16);
    }

    /** The JSON of one of the two headers, checked against its checksum. */
    public String header(int copy) {
        int at = copy * layout.headerBytes();
        boolean good = file.getLong(at) == StagingHeader.MAGIC
                && file.getInt(at + 20) == crc(bytes(at + 32, file.getInt(at + 16)));
        return good ? headerJson : "damaged";
    }

    /** Steps of an env whose rows are good. */
    public List<Long> goodSteps(int env) {
        return layout.stepGroups().stream()
                .map(group -> goodSteps(env, group))
                .reduce(StagingProbe::inBoth)
                .orElseThrow();
    }

    private static List<Long> inBoth(List<Long> some, List<Long> others) {
        return some.stream().filter(others::contains).toList();
    }

    /** Steps of an env whose rows are good in one group of columns. */
    public List<Long> goodSteps(int env, ColumnGroup group) {
        List<Long> good = new ArrayList<>();
        for (long chunk = 0; chunk < StagingLayout.BANKS; chunk++) {
            int bank = (int) layout.area(env) + group.bank(chunk);
            for (int i = 0; i < group.chunkRows(); i++) {
                long mark = file.getLong(bank + 8 * i);
                long step = (mark >>> 32) - 1;
                if (mark != 0 && (int) mark == rowChecksum(env, step, group, bank, i)) {
                    good.add(step);
                }
            }
        }
        return good.stream().sorted().toList();
    }

    private int rowChecksum(int env, long step, ColumnGroup group, int bank, int index) {
        ByteArrayOutputStream row = new ByteArrayOutputStream();
        row.writeBytes(int64s(env, step));
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
    public byte[] stepValue(int env, Field field, long step) {
        for (ColumnGroup group : layout.stepGroups()) {
            for (ColumnGroup.Column column : group.columns()) {
                if (column.field().spec().equals(field.spec())) {
                    int bank = (int) layout.area(env) + group.bank(group.chunk(step));
                    return value(column, bank, group.index(step));
                }
            }
        }
        throw new IllegalArgumentException(field + " is not among the columns");
    }

    /** The INITIAL row's fields one after the other, or nothing when the checksum is wrong. */
    public byte[] initialRow(int env) {
        int block = (int) layout.area(env) + layout.initialRow().bank(0);
        ByteArrayOutputStream row = new ByteArrayOutputStream();
        layout.initialRow().columns().forEach(c -> row.writeBytes(value(c, block, 0)));
        ByteArrayOutputStream summed = new ByteArrayOutputStream();
        summed.writeBytes(int64s(env, 0));
        summed.writeBytes(row.toByteArray());
        boolean good = (int) file.getLong(block) == crc(summed.toByteArray());
        return good ? row.toByteArray() : new byte[0];
    }

    /** The newest good episode slot: its status, number of samples and metadata. */
    public String episode(int env) {
        String newest = "none";
        int sequence = 0;
        for (int slot = 0; slot < StagingLayout.EPISODE_SLOTS; slot++) {
            int at = (int) layout.area(env) + layout.episodeSlot(slot);
            byte[] summed = new byte[60 + StagingLayout.METADATA_BYTES];
            System.arraycopy(file.array(), at, summed, 0, 60);
            System.arraycopy(file.array(), at + 64, summed, 60, StagingLayout.METADATA_BYTES);
            if (file.getLong(at) == EnvStaging.EPISODE_MAGIC
                    && file.getInt(at + 60) == crc(summed)
                    && file.getInt(at + 8) > sequence) {
                sequence = file.getInt(at + 8);
                String status = new String(bytes(at + 32, 16), StandardCharsets.US_ASCII).strip();
                String json = new String(bytes(at + 64, file.getInt(at + 28)), StandardCharsets.UTF_8);
                newest = status.replace("\0", "") + " " + file.getLong(at + 16) + " " + json;
            }
        }
        return newest;
    }

    /** Every good chunk in the log, found by its magic number alone. */
    public List<LoggedFrame> frames() {
        List<LoggedFrame> found = new ArrayList<>();
        int last = file.capacity() - FrameLog.RECORD_HEADER_BYTES;
        for (int at = (int) layout.log(); at <= last; at += FrameLog.RECORD_HEADER_BYTES) {
            if (file.getLong(at) == FrameLog.MAGIC && file.getInt(at + 48) == crc(bytes(at, 48))) {
                byte[] payload = bytes(at + 64, file.getInt(at + 32));
                if (crc(payload) == file.getInt(at + 36)) {
                    found.add(new LoggedFrame(
                            file.getInt(at + 24),
                            file.getInt(at + 28),
                            file.getInt(at + 40),
                            file.getLong(at + 16),
                            payload));
                }
            }
        }
        return found;
    }

    /** Spoils one byte of a step's row. */
    public void damage(int env, long step) {
        ColumnGroup group = layout.stepGroups().get(0);
        int at = (int) layout.area(env) + group.value(group.columns().get(0), step);
        file.put(at, (byte) (file.get(at) ^ 1));
    }

    private static byte[] int64s(long first, long second) {
        ByteBuffer both = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        return both.putLong(first).putLong(second).array();
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
