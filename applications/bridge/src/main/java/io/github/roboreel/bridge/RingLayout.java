package io.github.roboreel.bridge;

import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;

/** Where everything is in the memory that a client shares, in bytes. Immutable. */
final class RingLayout {
    static final long MAGIC = 0x3147_4449_5242_5252L; // "RRBRIDG1"
    static final int PUBLISHED = 64;
    static final int CONSUMED = 128;
    static final int DURABLE = 192;
    static final int WAITING = 256;
    static final int PENDING_ENDS = 320;
    static final int FIRST_RUN = 384;
    static final int IDENTITY = 448;
    static final int PAGE_BYTES = 4096;
    static final int NUMBER = 0;
    static final int KIND = 8;
    static final int COUNT = 12;
    static final int ENV = 16;
    static final int TEXT_BYTES = 20;
    static final int PLACES_OF = 24;

    /** Of a place: run + 1, demo, first step, first event. */
    static final int PLACE_BYTES = 4 * Integer.BYTES;

    private static final int HEAD_BYTES = 64;
    private static final int CACHE_LINE_BYTES = 64;
    private static final int TEXT_ROOM_BYTES = 16 << 10;
    private static final int MAX_TEXT_BYTES = 1 << 20;
    private static final int MIN_SLOTS = 4;
    private static final long MAX_BYTES = 64L << 30;
    private static final int MAX_SLOT_BYTES = Integer.MAX_VALUE / PAGE_BYTES * PAGE_BYTES;

    /** A field's place in a slot, or in the daemon's pages. */
    record Column(Field field, int offset, int rows) {
        int bytes() {
            return Math.multiplyExact(rows, field.rowBytes());
        }

        int rowAt(int row) {
            return offset + row * field.rowBytes();
        }

        /** Whether the client has to look for values that are not finite. */
        boolean isChecked() {
            return field.spec().dtype().isFloating() && !field.spec().nonFiniteAllowed();
        }
    }

    private final RingFields fields;
    private final int numEnvs;
    private final int slots;
    private final Map<FieldPhase, List<Column>> columns = new EnumMap<>(FieldPhase.class);
    private final List<Column> keptInitial;
    private final Map<FieldPhase, Integer> textOffsets = new EnumMap<>(FieldPhase.class);
    private final int recording;
    private final int episodes;
    private final int steps;
    private final int events;
    private final int mask;
    private final int codes;
    private final int places;
    private final int keptPlaces;
    private final int start;
    private final int slotBytes;
    private final int firstSlot;

    /**
     * The layout of a ring.
     *
     * @param numEnvs whose rows it has
     * @param wantedSlots raised to what works
     * @param maxBytes fewer slots are made where they would take more, as long as that works
     * @param blockRows rows of an env that a BLOCK may have
     * @throws IllegalArgumentException when it takes more memory than can be addressed
     */
    RingLayout(RingFields fields, int numEnvs, int wantedSlots, long maxBytes, int blockRows) {
        this.fields = fields;
        this.numEnvs = numEnvs;
        Cursor slot = new Cursor(HEAD_BYTES);
        recording = slot.take(numEnvs);
        episodes = slot.take(numEnvs * (long) Integer.BYTES);
        steps = slot.take(numEnvs * (long) Integer.BYTES);
        events = slot.take(numEnvs * (long) Integer.BYTES);
        mask = slot.take(numEnvs);
        codes = slot.take(numEnvs);
        places = slot.take((long) numEnvs * PLACE_BYTES);
        start = slot.at();
        long bytes = start;
        for (FieldPhase phase : FieldPhase.values()) {
            Cursor cursor = new Cursor(start);
            int rows = phase == FieldPhase.STEP ? Math.max(numEnvs, blockRows) : numEnvs;
            columns.put(phase, columns(fields, phase, rows, cursor));
            textOffsets.put(phase, cursor.at());
            bytes = Math.max(bytes, phase == FieldPhase.STEP ? cursor.at() : cursor.at() + (long) TEXT_ROOM_BYTES);
        }
        slotBytes = pages(Math.max(bytes, start + (long) TEXT_ROOM_BYTES));
        Cursor own = new Cursor(PAGE_BYTES);
        keptPlaces = own.take((long) numEnvs * PLACE_BYTES);
        keptInitial = columns(fields, FieldPhase.INITIAL, numEnvs, own);
        firstSlot = pages(own.at());
        slots = (int) Math.max(MIN_SLOTS, Math.min(wantedSlots, (maxBytes - firstSlot) / slotBytes));
        if (size() > MAX_BYTES) {
            throw new IllegalArgumentException(Sentence.of(
                    "the ring takes %s bytes in %s slots; expected at most %s, ask for fewer slots",
                    size(), slots, MAX_BYTES));
        }
    }

    private static List<Column> columns(RingFields fields, FieldPhase phase, int rows, Cursor cursor) {
        List<Column> placed = new ArrayList<>();
        fields.schema().layout(phase).fields().stream()
                .filter(fields::isOfClient)
                .sorted(Comparator.comparing(RingLayout::order))
                .forEach(field -> placed.add(new Column(field, cursor.take((long) rows * field.rowBytes()), rows)));
        return List.copyOf(placed);
    }

    /** What must be finite stands together, by dtype, the wider first; images, which are large, come last. */
    private static int order(Field field) {
        if (field.spec().image()) {
            return 1;
        }
        boolean mustBeFinite =
                field.spec().dtype().isFloating() && !field.spec().nonFiniteAllowed();
        return mustBeFinite ? -field.spec().dtype().bytes() : 0;
    }

    private static int pages(long bytes) {
        long whole = (bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
        if (whole > MAX_SLOT_BYTES) {
            throw new IllegalArgumentException(Sentence.of(
                    "a step of all envs takes more than %s bytes; record fewer envs, smaller images or fewer rows of a"
                            + " block in one ring",
                    MAX_SLOT_BYTES));
        }
        return (int) whole;
    }

    /** Hands out places one after the other, on cache lines of their own. */
    private static final class Cursor {
        private int at;

        Cursor(int at) {
            this.at = at;
        }

        int take(long bytes) {
            int taken = at;
            at = pagesInside(at + (bytes + CACHE_LINE_BYTES - 1) / CACHE_LINE_BYTES * CACHE_LINE_BYTES);
            return taken;
        }

        private static int pagesInside(long end) {
            pages(end);
            return (int) end;
        }

        int at() {
            return at;
        }
    }

    int numEnvs() {
        return numEnvs;
    }

    int slots() {
        return slots;
    }

    int slotBytes() {
        return slotBytes;
    }

    int firstSlot() {
        return firstSlot;
    }

    long size() {
        return firstSlot + (long) slots * slotBytes;
    }

    List<Column> columns(FieldPhase phase) {
        return columns.get(phase);
    }

    /** Copies of the INITIAL rows of the episodes that are open, in the daemon's pages. */
    List<Column> keptInitial() {
        return keptInitial;
    }

    int recording(int env) {
        return recording + env;
    }

    int steps(int env) {
        return steps + env * Integer.BYTES;
    }

    int events(int env) {
        return events + env * Integer.BYTES;
    }

    int mask(int env) {
        return mask + env;
    }

    int code(int env) {
        return codes + env;
    }

    /** In the slot that an env's episode, or the rest of one, begins with: its place; 0 before it was recorded. */
    int place(int env) {
        return places + env * PLACE_BYTES;
    }

    /** In the daemon's pages likewise: of the episode that is open behind the durable slots. */
    int keptPlace(int env) {
        return keptPlaces + env * PLACE_BYTES;
    }

    /** Where the text of a slot is whose columns are of that phase; of an EVENT that of no columns. */
    int text(SlotKind kind) {
        return switch (kind) {
            case BEGIN -> textOffsets.get(FieldPhase.INITIAL);
            case END -> textOffsets.get(FieldPhase.FINAL);
            default -> start;
        };
    }

    private int textRoom(SlotKind kind) {
        return Math.min(MAX_TEXT_BYTES, slotBytes - text(kind));
    }

    /** Whether a text of that length is inside its room. */
    boolean holdsText(SlotKind kind, int bytes) {
        return bytes >= 0 && bytes <= textRoom(kind);
    }

    /** A number of everything that a client is told and of where it records, so that both are the same again. */
    long identity(Path envFolder, int[] envs) {
        CRC32 sum = new CRC32();
        sum.update(FormatJson.utf8(FormatJson.text(message())));
        sum.update(FormatJson.utf8(envFolder + Arrays.toString(envs)));
        return sum.getValue();
    }

    /** As the client is told. */
    Map<String, Object> message() {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("type", "layout");
        message.put("size", size());
        message.put("slots", slots);
        message.put("slot_bytes", slotBytes);
        message.put("first_slot", firstSlot);
        message.put("num_envs", numEnvs);
        message.put(
                "header",
                ordered(
                        "published", PUBLISHED,
                        "consumed", CONSUMED,
                        "durable", DURABLE,
                        "waiting", WAITING,
                        "pending_ends", PENDING_ENDS));
        message.put(
                "state",
                ordered(
                        "recording", recording,
                        "episodes", episodes,
                        "steps", steps,
                        "events", events,
                        "mask", mask,
                        "codes", codes));
        message.put(
                "text",
                ordered("begin", room(SlotKind.BEGIN), "end", room(SlotKind.END), "event", room(SlotKind.EVENT)));
        List<Map<String, Object>> all = new ArrayList<>();
        columns.values().forEach(some -> some.forEach(column -> all.add(message(column))));
        message.put("columns", all);
        return message;
    }

    private static Map<String, Object> ordered(Object... namesAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return map;
    }

    private List<Integer> room(SlotKind kind) {
        return List.of(text(kind), textRoom(kind));
    }

    private Map<String, Object> message(Column column) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("path", column.field().spec().path());
        message.put("phase", column.field().spec().phase().label());
        message.put("dtype", column.field().spec().dtype().label());
        message.put("shape", column.field().spec().shape());
        message.put("offset", column.offset());
        message.put("rows", column.rows());
        message.put("checked", column.isChecked());
        if (fields.isFilledWithTime(column.field())) {
            message.put("fill", "wall_time");
        }
        return message;
    }
}
