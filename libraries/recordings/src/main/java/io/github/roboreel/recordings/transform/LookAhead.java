package io.github.roboreel.recordings.transform;

import io.github.roboreel.recordings.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Steps around a place of a sequence, by position from 0, for transformations that need more than one. Holds those from
 * the last {@link #forget} to the furthest asked for. One thread uses it.
 */
public final class LookAhead {
    private final Cursor<Step> from;
    private List<Step> held = new ArrayList<>();
    /** Position of the first in the list, of which {@link #gone} are forgotten. */
    private long base;

    private int gone;
    private long needed;
    private boolean isOver;

    /** Takes a cursor, which the one it gives closes. */
    public LookAhead(Cursor<Step> from) {
        this.from = from;
    }

    /**
     * The step at a position, reading up to it.
     *
     * @param position not before what was forgotten
     * @return null after the last one
     * @throws IOException when it cannot be read
     */
    public Step at(long position) throws IOException {
        while (!isOver && position >= base + held.size()) {
            read();
        }
        long at = position - base;
        return at < held.size() ? held.get(Math.toIntExact(at)) : null;
    }

    private void read() throws IOException {
        Step next = from.next();
        if (next == null) {
            isOver = true;
        } else if (held.isEmpty() && base < needed) {
            base++; // it will not be asked for
        } else {
            held.add(next);
        }
    }

    /** Steps before a position are not asked for any more. */
    public void forget(long before) {
        needed = Math.max(needed, before);
        while (gone < held.size() && base + gone < needed) {
            held.set(gone++, null);
        }
        if (gone > 0 && 2 * gone >= held.size()) {
            held = new ArrayList<>(held.subList(gone, held.size()));
            base += gone;
            gone = 0;
        }
    }

    /** Makes what comes of the step at a position. */
    @FunctionalInterface
    public interface Making {
        /** The result; null to end. */
        Step of(long position) throws IOException;
    }

    /** One result for each step while there is one; steps before it are forgotten. */
    public Cursor<Step> each(Making making) {
        return cursor(new Cursor<>() {
            private long position;

            @Override
            public Step next() throws IOException {
                forget(position);
                return at(position) == null ? null : making.of(position++);
            }
        });
    }

    /** Results as they are read, with the closing of the sequence. */
    public Cursor<Step> cursor(Cursor<Step> results) {
        return Cursors.closing(from, results);
    }
}
