package io.github.roboreel.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.bridge.RingLayout.Column;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Whatever the fields, envs and rows of a block are, everything has room of its own inside the slot. */
class RingLayoutTest {
    private static final DType[] DTYPES = DType.values();

    /** Bytes that something takes, from its first to behind its last. */
    private record Room(String name, long from, long to) {}

    private static RingFields fields(Random random) {
        List<FieldSpec> specs = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(20); i++) {
            DType dtype = DTYPES[random.nextInt(DTYPES.length)];
            FieldPhase phase = FieldPhase.values()[random.nextInt(3)];
            Integer[] shape = dtype.isText()
                    ? new Integer[] {1 + random.nextInt(70)}
                    : random.nextInt(2) == 0 ? new Integer[0] : new Integer[] {1 + random.nextInt(40)};
            specs.add(spec("f" + i, dtype, phase, shape, random.nextInt(4) == 0 && dtype.isFloating()));
        }
        if (random.nextBoolean()) {
            specs.add(FieldSpec.image("obs/camera", 1 + random.nextInt(50), 1 + random.nextInt(50)));
            specs.add(FieldSpec.image("obs/depth", DType.FLOAT32, 1 + random.nextInt(50), 1 + random.nextInt(50), 1));
        }
        return RingFields.of(specs);
    }

    private static FieldSpec spec(String name, DType dtype, FieldPhase phase, Integer[] shape, boolean takesNan) {
        FieldSpec spec = switch (phase) {
            case STEP -> FieldSpec.step("obs/" + name, dtype, shape);
            case INITIAL -> FieldSpec.initial("initial_state/" + name, dtype, shape);
            case FINAL -> FieldSpec.finalObservation("final_obs/" + name, dtype, shape);
        };
        return takesNan ? spec.allowingNonFinite() : spec;
    }

    private static void assertApart(List<Room> rooms, long from, long to) {
        List<Room> sorted = new ArrayList<>(rooms);
        sorted.sort(Comparator.comparingLong(Room::from).thenComparingLong(Room::to));
        long end = from;
        for (Room room : sorted) {
            assertTrue(room.from() >= end, room + " begins before " + end);
            end = room.to();
        }
        assertTrue(end <= to, sorted.get(sorted.size() - 1) + " ends behind " + to);
    }

    @RepeatedTest(300)
    void columnsAndTexts_haveRoomOfTheirOwn(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        RingFields fields = fields(random);
        int numEnvs = 1 + random.nextInt(70);
        int blockRows = 1 + random.nextInt(100);
        int wanted = 1 + random.nextInt(300);
        RingLayout layout = new RingLayout(fields, numEnvs, wanted, Long.MAX_VALUE, blockRows);
        List<Room> head = new ArrayList<>(List.of(
                new Room("head", 0, 32),
                new Room("places", layout.place(0), layout.place(0) + 16L * numEnvs),
                new Room("mask", layout.mask(0), layout.mask(0) + numEnvs),
                new Room("codes", layout.code(0), layout.code(0) + numEnvs),
                new Room("recording", layout.recording(0), layout.recording(0) + numEnvs),
                new Room("steps", layout.steps(0), layout.steps(0) + 4L * numEnvs),
                new Room("events", layout.events(0), layout.events(0) + 4L * numEnvs),
                new Room("episodes", episodes(layout), episodes(layout) + 4L * numEnvs)));
        for (FieldPhase phase : FieldPhase.values()) {
            List<Room> rooms = new ArrayList<>(head);
            int rows = phase == FieldPhase.STEP ? Math.max(numEnvs, blockRows) : numEnvs;
            for (Column column : layout.columns(phase)) {
                assertEquals(rows, column.rows(), "rows of " + column);
                assertEquals(0, column.offset() % 64, "a cache line of its own");
                long bytes = (long) rows * column.field().spec().rowBytes();
                rooms.add(new Room(column.field() + "", column.offset(), column.offset() + bytes));
            }
            if (phase != FieldPhase.STEP) {
                rooms.add(text(layout, phase == FieldPhase.INITIAL ? SlotKind.BEGIN : SlotKind.END));
            }
            assertApart(rooms, 0, layout.slotBytes());
        }
        List<Room> event = new ArrayList<>(head);
        event.add(text(layout, SlotKind.EVENT));
        assertApart(event, 0, layout.slotBytes());
        assertEquals(Math.max(4, wanted), layout.slots());
        assertEquals(0, layout.slotBytes() % 4096);
        assertEquals(layout.firstSlot() + (long) layout.slots() * layout.slotBytes(), layout.size());
        assertPagesOfTheDaemon(layout, numEnvs);
        assertCheckedTogether(layout);
    }

    private static int episodes(RingLayout layout) {
        return (int) ((Map<?, ?>) layout.message().get("state")).get("episodes");
    }

    private static Room text(RingLayout layout, SlotKind kind) {
        String name = kind.name().toLowerCase(Locale.ROOT);
        List<?> said = (List<?>) ((Map<?, ?>) layout.message().get("text")).get(name);
        int from = (int) said.get(0);
        int room = (int) said.get(1);
        assertTrue(room >= 16 << 10, "room of " + kind);
        assertTrue(layout.holdsText(kind, room));
        assertEquals(false, layout.holdsText(kind, room + 1));
        return new Room("text", from, from + (long) room);
    }

    private static void assertPagesOfTheDaemon(RingLayout layout, int numEnvs) {
        List<Room> rooms = new ArrayList<>();
        rooms.add(new Room("places", layout.keptPlace(0), layout.keptPlace(0) + 16L * numEnvs));
        for (Column column : layout.keptInitial()) {
            rooms.add(new Room("kept " + column, column.offset(), column.offset() + (long) column.bytes()));
        }
        assertApart(rooms, 4096, layout.firstSlot());
        assertEquals(
                layout.columns(FieldPhase.INITIAL).stream().map(Column::field).toList(),
                layout.keptInitial().stream().map(Column::field).toList());
    }

    /** float64 first, then float32, then float16, nothing else between them; images last. */
    private static void assertCheckedTogether(RingLayout layout) {
        for (FieldPhase phase : FieldPhase.values()) {
            List<Integer> order = new ArrayList<>();
            for (Column column : layout.columns(phase)) {
                FieldSpec spec = column.field().spec();
                boolean mustBeFinite = spec.dtype().isFloating() && !spec.nonFiniteAllowed();
                assertEquals(mustBeFinite, column.isChecked());
                order.add(spec.image() ? 1 : mustBeFinite ? -spec.dtype().bytes() : 0);
            }
            assertEquals(order.stream().sorted().toList(), order);
        }
    }

    @Test
    void slots_areFewerWhereTheyWouldTakeTooMuch() {
        RingFields fields = RingFields.of(List.of(FieldSpec.step("obs/q", DType.FLOAT64, 1 << 10)));
        RingLayout bounded = new RingLayout(fields, 4, 256, 1 << 20, 1);
        assertTrue(bounded.size() <= 1 << 20 && bounded.size() > 1 << 19, bounded.size() + "");
        assertEquals(4, new RingLayout(fields, 4, 256, 1, 1).slots());
    }

    @Test
    void identity_differsByFieldsEnvsAndFolder() {
        RingFields one = RingFields.of(List.of(FieldSpec.step("obs/q", DType.FLOAT64, 4)));
        RingFields other = RingFields.of(List.of(FieldSpec.step("obs/p", DType.FLOAT64, 4)));
        int[] envs = {0, 1};
        long identity = new RingLayout(one, 2, 8, Long.MAX_VALUE, 1).identity(Path.of("/a"), envs);
        assertEquals(identity, new RingLayout(one, 2, 8, Long.MAX_VALUE, 1).identity(Path.of("/a"), envs));
        assertNotEquals(identity, new RingLayout(other, 2, 8, Long.MAX_VALUE, 1).identity(Path.of("/a"), envs));
        assertNotEquals(identity, new RingLayout(one, 2, 9, Long.MAX_VALUE, 1).identity(Path.of("/a"), envs));
        assertNotEquals(identity, new RingLayout(one, 2, 8, Long.MAX_VALUE, 1).identity(Path.of("/b"), envs));
        assertNotEquals(
                identity, new RingLayout(one, 2, 8, Long.MAX_VALUE, 1).identity(Path.of("/a"), new int[] {1, 0}));
    }

    @Test
    void rows_ofMoreThanASlotTakes_areRefusedInASentence() {
        RingFields fields = RingFields.of(List.of(FieldSpec.step("obs/q", DType.UINT8, 2047)));
        int near = Integer.MAX_VALUE / (2047 + Long.BYTES);
        assertEquals(Integer.MAX_VALUE / 4096 * 4096, largest(fields, near - 20, near + 20));
    }

    /** Bytes of the largest slot that can be; the next larger one is refused. */
    private static int largest(RingFields fields, int fromRows, int toRows) {
        int largest = 0;
        for (int rows = fromRows; rows < toRows; rows++) {
            try {
                largest = new RingLayout(fields, 1, 4, Long.MAX_VALUE, rows).slotBytes();
            } catch (IllegalArgumentException e) {
                assertTrue(e.getMessage().startsWith("a step of all envs takes more than 2147479552 bytes"), e + "");
                return largest;
            }
        }
        throw new AssertionError(toRows + " rows were not refused");
    }
}
