package io.github.roboreel.recorder.hdf5.crash;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;

/**
 * A moment at which a process is killed.
 *
 * @param event the first that does not happen as a whole
 * @param part how much of it happens: bytes of a write, or a seed of what is stored; 0 for nothing
 * @param kind moments of the same kind differ little
 */
record Cut(int event, int part, String kind) {
    private static final int SUBSETS = 3;

    /**
     * Every moment, and of the records of the ledger every byte. Those are left out in which the run file may show a
     * step that the journal had not yet reported as stored.
     */
    static List<Cut> all(List<FileEvent> events) {
        List<Cut> cuts = new ArrayList<>();
        boolean isStepping = false;
        boolean mayBeShown = false;
        for (int i = 0; i < events.size(); i++) {
            FileEvent event = events.get(i);
            isStepping |=
                    event instanceof FileEvent.Promise promise && promise.line().startsWith("stepping");
            if (changesFiles(event) && !mayBeShown) {
                String kind = kind(event);
                cuts.add(new Cut(i, 0, kind));
                for (int part : parts(event)) {
                    cuts.add(new Cut(i, part, kind + " cut"));
                }
            }
            isStepping &= !(event instanceof FileEvent.Store);
            mayBeShown = isStepping
                    && (mayBeShown
                            || event instanceof FileEvent.Write write
                                    && write.file().equals(LoggedRecording.RUN_FILE));
        }
        cuts.add(new Cut(events.size(), 0, "end"));
        return cuts;
    }

    /** So many of each kind at most. */
    static List<Cut> some(List<FileEvent> events, int ofEachKind, Random random) {
        Map<String, List<Cut>> byKind = new LinkedHashMap<>();
        all(events)
                .forEach(cut -> byKind.computeIfAbsent(cut.kind, kind -> new ArrayList<>())
                        .add(cut));
        List<Cut> some = new ArrayList<>();
        for (List<Cut> cuts : byKind.values()) {
            Collections.shuffle(cuts, random);
            some.addAll(cuts.subList(0, Math.min(ofEachKind, cuts.size())));
        }
        some.sort(java.util.Comparator.comparingInt(Cut::event));
        return some;
    }

    static boolean changesFiles(FileEvent event) {
        return !(event instanceof FileEvent.Promise
                || event instanceof FileEvent.Force
                || event instanceof FileEvent.ForceMapped
                || event instanceof FileEvent.ForceNames);
    }

    private static String kind(FileEvent event) {
        return event instanceof FileEvent.Write write ? event.kind() + " " + block(write) : event.kind();
    }

    /** The signature of a block of HDF5, or the type of a record. */
    private static String block(FileEvent.Write write) {
        byte[] bytes = write.bytes();
        if (isRecord(write)) {
            return "record "
                    + ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(4);
        }
        boolean isSigned = bytes.length >= 4;
        for (int i = 0; i < 4 && isSigned; i++) {
            isSigned = bytes[i] >= 'A' && bytes[i] <= 'Z';
        }
        return isSigned ? new String(bytes, 0, 4, StandardCharsets.US_ASCII) : "other";
    }

    private static boolean isRecord(FileEvent.Write write) {
        return write.file().equals(LoggedRecording.STAGING) && isRecordAt(write.bytes(), 0);
    }

    /** Whether a record of the ledger starts there; true at the end. */
    static boolean isRecordAt(byte[] bytes, int at) {
        return at >= bytes.length || new String(bytes, at, 4, StandardCharsets.ISO_8859_1).equals("RBL4");
    }

    private static Iterable<Integer> parts(FileEvent event) {
        TreeSet<Integer> parts = new TreeSet<>();
        if (event instanceof FileEvent.Write write) {
            int step = isRecord(write) ? 1 : FileEvent.PAGE_BYTES;
            int first = step - (int) (write.offset() % step);
            for (int part = first; part < write.bytes().length; part += step) {
                parts.add(part);
            }
        } else if (event instanceof FileEvent.Store) {
            for (int seed = 1; seed <= SUBSETS; seed++) {
                parts.add(seed);
            }
        }
        return parts;
    }

    /** Whether SIGKILL can leave it, which cuts a write at page boundaries only. */
    boolean isByKill(List<FileEvent> events) {
        return part == 0
                || !(events.get(event) instanceof FileEvent.Write write)
                || (write.offset() + part) % FileEvent.PAGE_BYTES == 0;
    }

    /** Leaves in the image what this moment leaves of its event. */
    void apply(FileEvent event, FolderImage image) {
        if (part > 0 && event instanceof FileEvent.Write write) {
            image.apply(write.cut(part));
        } else if (part > 0 && event instanceof FileEvent.Store store) {
            Random random = new Random(31L * this.event + part);
            for (FileEvent.Write range : store.ranges()) {
                for (int i = 0; i < range.bytes().length; i++) {
                    if (random.nextInt(4) > 0) {
                        byte[] one = {range.bytes()[i]};
                        image.apply(new FileEvent.Write(range.file(), range.offset() + i, one));
                    }
                }
            }
        }
    }
}
