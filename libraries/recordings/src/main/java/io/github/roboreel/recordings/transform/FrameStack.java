package io.github.roboreel.recordings.transform;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.Step;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Gives each step the last observations, the oldest first, under a new first axis of so many frames. Before the first
 * step, the first one is repeated, as most training code does. Steps stay as many as they are. Holds so many steps.
 *
 * @param paths of the values to stack
 * @param frames with the step's own, at least 1
 */
public record FrameStack(List<String> paths, int frames) implements StepsTransform {
    private static final int MAX_FRAMES = 1 << 16;

    /** Copies the list. */
    public FrameStack {
        paths = List.copyOf(paths);
        if (frames < 1 || frames > MAX_FRAMES) {
            throw new IllegalArgumentException(
                    Sentence.of("a stack of %s frames is not possible; expected 1 to %s", frames, MAX_FRAMES));
        }
    }

    @Override
    public Steps apply(Steps steps) {
        return () -> {
            Cursor<Step> from = steps.open();
            Deque<Step> past = new ArrayDeque<>();
            return Cursors.closing(from, () -> next(from, past));
        };
    }

    private Step next(Cursor<Step> from, Deque<Step> past) throws IOException {
        Step next = from.next();
        if (next == null) {
            return null;
        }
        past.addLast(next);
        while (past.size() < frames) {
            past.addLast(next);
        }
        while (past.size() > frames) {
            past.removeFirst();
        }
        List<Step> stacked = new ArrayList<>(past);
        Step result = next;
        for (String path : paths) {
            result = result.with(path, Window.stack(stacked, path));
        }
        return result;
    }
}
