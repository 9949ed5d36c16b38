package io.github.roboreel.bridge;

import io.github.roboreel.bridge.RingLayout.Column;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.schema.FieldPhase;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The memory that a client shares, mapped: words of the first page, the daemon's pages, the slots. A client that
 * shrinks it makes an access throw {@link InternalError}. For the thread that consumes the ring.
 */
final class SharedRing {
    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int MAX_PART_BYTES = 1 << 30;

    private final RingLayout layout;
    private final ByteBuffer own;
    private final ByteBuffer[] slots;

    private SharedRing(RingLayout layout, ByteBuffer own, ByteBuffer[] slots) {
        this.layout = layout;
        this.own = own;
        this.slots = slots;
    }

    /**
     * Maps it.
     *
     * @throws IOException when the file cannot be opened or mapped
     * @throws ProtocolException when it is smaller than the layout says
     */
    static SharedRing map(Path memory, RingLayout layout) throws IOException {
        try (FileChannel file = FileChannel.open(memory, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            if (file.size() < layout.size()) {
                throw ProtocolException.of(
                        "the memory %s has %s bytes; expected at least %s, set its size before 'mapped'",
                        memory, file.size(), layout.size());
            }
            ByteBuffer own = little(file.map(MapMode.READ_WRITE, 0, layout.firstSlot()));
            return new SharedRing(layout, own, slots(file, layout));
        }
    }

    /** Several slots a mapping, since a process may have some ten thousand mappings only. */
    private static ByteBuffer[] slots(FileChannel file, RingLayout layout) throws IOException {
        ByteBuffer[] slots = new ByteBuffer[layout.slots()];
        int perPart = Math.max(1, MAX_PART_BYTES / layout.slotBytes());
        for (int first = 0; first < slots.length; first += perPart) {
            int count = Math.min(perPart, slots.length - first);
            ByteBuffer part = file.map(
                    MapMode.READ_WRITE,
                    layout.firstSlot() + (long) first * layout.slotBytes(),
                    (long) count * layout.slotBytes());
            for (int i = 0; i < count; i++) {
                slots[first + i] = little(part.slice(i * layout.slotBytes(), layout.slotBytes()));
            }
        }
        return slots;
    }

    private static ByteBuffer little(ByteBuffer buffer) {
        return buffer.order(ByteOrder.LITTLE_ENDIAN);
    }

    RingLayout layout() {
        return layout;
    }

    /**
     * Starts a ring that no daemon has had. The client may publish as soon as it sees the magic word.
     *
     * @param identity of its layout, folder and envs
     * @param firstRun the run that it begins with
     */
    void initialize(long identity, int firstRun) {
        boolean isRing = own.getLong(0) == RingLayout.MAGIC;
        if (published() != 0 || !isRing && !isBlank()) {
            throw ProtocolException.of("the memory holds something already; expected a new one, all zeros");
        }
        own.putLong(RingLayout.IDENTITY, identity);
        own.putLong(RingLayout.PENDING_ENDS, 0);
        LONGS.setRelease(own, RingLayout.CONSUMED, 0L);
        LONGS.setRelease(own, RingLayout.DURABLE, 0L);
        own.putInt(RingLayout.FIRST_RUN, firstRun);
        LONGS.setRelease(own, 0, RingLayout.MAGIC);
    }

    /** The path may be of any file of the user's, of which nothing is overwritten. */
    private boolean isBlank() {
        for (int at = 0; at < RingLayout.PAGE_BYTES; at += Long.BYTES) {
            if (own.getLong(at) != 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Refuses a memory that no daemon has had, or another ring.
     *
     * @param identity of the layout, folder and envs that are asked for
     */
    void requireUsed(long identity) {
        if (own.getLong(0) != RingLayout.MAGIC
                || durable() < 0
                || durable() > published()
                || published() - durable() >= layout.slots()) {
            throw ProtocolException.of("the memory is of no ring that a daemon has had; open a new one");
        }
        if (own.getLong(RingLayout.IDENTITY) != identity) {
            throw ProtocolException.of(
                    "the memory is a ring of other fields, envs, slots or of another folder; continue it with what it"
                            + " was opened with");
        }
    }

    long published() {
        return (long) LONGS.getAcquire(own, RingLayout.PUBLISHED);
    }

    long durable() {
        return (long) LONGS.getAcquire(own, RingLayout.DURABLE);
    }

    void setConsumed(long count) {
        LONGS.setRelease(own, RingLayout.CONSUMED, count);
    }

    /** In this order with what is stored before and after, whenever this process ends. */
    void setDurable(long count) {
        LONGS.setRelease(own, RingLayout.DURABLE, count);
        VarHandle.storeStoreFence();
    }

    void setPendingEnds(long count) {
        LONGS.setRelease(own, RingLayout.PENDING_ENDS, count);
    }

    /** Asks the client to ring; what it published before it saw that must be looked for afterwards. */
    void setWaiting(boolean isWaiting) {
        LONGS.setVolatile(own, RingLayout.WAITING, isWaiting ? 1L : 0L);
        VarHandle.fullFence();
    }

    /** The run that the ring began with. */
    int firstRun() {
        return own.getInt(RingLayout.FIRST_RUN);
    }

    ByteBuffer slot(long number) {
        return slots[(int) (number % slots.length)];
    }

    /**
     * Of what kind a published slot is.
     *
     * @throws ProtocolException when it is not the one that was expected
     */
    SlotKind kind(long number) {
        ByteBuffer slot = slot(number);
        if (slot.getLong(RingLayout.NUMBER) != number) {
            throw ProtocolException.of(
                    "slot %s holds the number %s", number, Long.toUnsignedString(slot.getLong(RingLayout.NUMBER)));
        }
        return SlotKind.of(slot.getInt(RingLayout.KIND));
    }

    /** Whether a slot is about an env. */
    boolean concerns(ByteBuffer slot, int env) {
        return slot.get(layout.mask(env)) != 0;
    }

    int countOf(ByteBuffer slot) {
        return slot.getInt(RingLayout.COUNT);
    }

    /** Whether an END holds FINAL columns. */
    boolean hasFinal(ByteBuffer slot) {
        int count = countOf(slot);
        if (count != 0 && count != 1) {
            throw ProtocolException.of("the count of an END slot is %s; expected 1 with FINAL columns, else 0", count);
        }
        return count == 1;
    }

    /** Rows of an env's episode after the slot. */
    long stepsBehind(ByteBuffer slot, int env) {
        return Integer.toUnsignedLong(slot.getInt(layout.steps(env)));
    }

    /** Events of an env's episode after the slot. */
    long eventsBehind(ByteBuffer slot, int env) {
        return Integer.toUnsignedLong(slot.getInt(layout.events(env)));
    }

    /** The env of a BLOCK or an EVENT. */
    int envOf(ByteBuffer slot) {
        int env = slot.getInt(RingLayout.ENV);
        if (env < 0 || env >= layout.numEnvs()) {
            throw ProtocolException.of("a slot is of env %s; expected 0 to %s", env, layout.numEnvs() - 1);
        }
        return env;
    }

    /** The text of a slot; empty without one. */
    String textOf(ByteBuffer slot, SlotKind kind) {
        int bytes = slot.getInt(RingLayout.TEXT_BYTES);
        if (!layout.holdsText(kind, bytes)) {
            throw ProtocolException.of(
                    "a slot's text has %s bytes, more than its room", Integer.toUnsignedString(bytes));
        }
        byte[] text = new byte[bytes];
        slot.get(layout.text(kind), text);
        return new String(text, StandardCharsets.UTF_8);
    }

    /** Remembers in a slot where the episode, or the rest of one, is recorded that begins with it. */
    void setPlace(long number, int env, RecordedPlace place) {
        ByteBuffer slot = slot(number);
        if (!hasPlaces(number)) {
            // Those of the slot's last round are void.
            for (int each = 0; each < layout.numEnvs(); each++) {
                slot.putInt(layout.place(each), 0);
            }
            VarHandle.storeStoreFence();
            slot.putLong(RingLayout.PLACES_OF, number + 1);
        }
        write(slot, layout.place(env), place);
    }

    /** Whether an episode begins with the slot as far as a daemon has seen it. */
    boolean hasPlaces(long number) {
        return slot(number).getLong(RingLayout.PLACES_OF) == number + 1;
    }

    /** Where what begins with a slot is recorded; null where nothing does, or no daemon has seen it. */
    RecordedPlace place(long number, int env) {
        return hasPlaces(number) ? read(slot(number), layout.place(env)) : null;
    }

    /** Keeps the place beyond the life of its slot. */
    void keepPlace(int env, RecordedPlace place) {
        write(own, layout.keptPlace(env), place);
    }

    /** Of the episode that is open behind the durable slots. */
    RecordedPlace keptPlace(int env) {
        return read(own, layout.keptPlace(env));
    }

    /** The run goes first and comes last: without it there is no place. */
    private static void write(ByteBuffer buffer, int at, RecordedPlace place) {
        buffer.putInt(at, 0);
        VarHandle.storeStoreFence();
        buffer.putInt(at + Integer.BYTES, place.demo());
        buffer.putInt(at + 2 * Integer.BYTES, (int) place.firstStep());
        buffer.putInt(at + 3 * Integer.BYTES, (int) place.firstEvent());
        VarHandle.storeStoreFence();
        buffer.putInt(at, place.run() + 1);
    }

    private static RecordedPlace read(ByteBuffer buffer, int at) {
        int run = buffer.getInt(at) - 1;
        return run < 0
                ? null
                : new RecordedPlace(
                        run,
                        buffer.getInt(at + Integer.BYTES),
                        Integer.toUnsignedLong(buffer.getInt(at + 2 * Integer.BYTES)),
                        Integer.toUnsignedLong(buffer.getInt(at + 3 * Integer.BYTES)));
    }

    /** Keeps the INITIAL row of an env beyond the life of its slot. */
    void keepInitial(ByteBuffer slot, int env) {
        for (int i = 0; i < layout.keptInitial().size(); i++) {
            Column from = layout.columns(FieldPhase.INITIAL).get(i);
            Column to = layout.keptInitial().get(i);
            own.put(to.rowAt(env), slot, from.rowAt(env), from.field().rowBytes());
        }
    }

    /** The daemon's pages, which hold the INITIAL rows that were kept. */
    ByteBuffer keptRows() {
        return own;
    }

    @Override
    public String toString() {
        return Sentence.of("a ring of %s slots of %s bytes", layout.slots(), layout.slotBytes());
    }
}
