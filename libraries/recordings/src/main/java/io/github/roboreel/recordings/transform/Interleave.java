package io.github.roboreel.recordings.transform;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Takes blocks of steps of several episodes in turn.
 *
 * @param episodes gone through at once
 * @param block steps of one before the next one's turn
 */
record Interleave(int episodes, int block) {
    private static final int MAX_EPISODES = 1 << 16;

    Interleave {
        if (episodes < 1 || episodes > MAX_EPISODES || block < 1) {
            throw new IllegalArgumentException(Sentence.of(
                    "to interleave %s episodes by %s steps is not possible; expected 1 to %s episodes, 1 step or more",
                    episodes, block, MAX_EPISODES));
        }
    }

    Cursor<Step> cursor(Cursor<EpisodeSteps> from) {
        return new Turns(from);
    }

    private final class Turns implements Cursor<Step> {
        private final Cursor<EpisodeSteps> from;
        private final List<Cursor<Step>> open = new ArrayList<>(Collections.nCopies(episodes, null));
        private int turn;
        private int taken;
        private int opened;
        private boolean isOver;

        Turns(Cursor<EpisodeSteps> from) {
            this.from = from;
        }

        @Override
        public Step next() throws IOException {
            while (!isOver || opened > 0) {
                Step next = open.get(turn) == null ? opened() : taken();
                if (next != null) {
                    return next;
                }
            }
            return null;
        }

        /** Puts the next episode in this place, where there is one; else it is the next place's turn. */
        private Step opened() throws IOException {
            EpisodeSteps episode = isOver ? null : from.next();
            if (episode == null) {
                isOver = true;
                turn();
                return null;
            }
            open.set(turn, episode.steps().open());
            opened++;
            return taken();
        }

        private Step taken() throws IOException {
            Step next = open.get(turn).next();
            if (next == null) {
                open.set(turn, null).close();
                opened--;
                turn();
            } else if (++taken == block) {
                turn();
            }
            return next;
        }

        private void turn() {
            turn = (turn + 1) % episodes;
            taken = 0;
        }

        @Override
        public void close() throws IOException {
            isOver = true;
            opened = 0;
            try (from) {
                closeFrom(0);
            }
        }

        /** Closes all from a place on, also when one of them fails. */
        private void closeFrom(int place) throws IOException {
            for (int i = place; i < episodes; i++) {
                Cursor<Step> one = open.set(i, null);
                if (one != null) {
                    try {
                        one.close();
                    } catch (IOException e) {
                        closeFrom(i + 1);
                        throw e;
                    }
                }
            }
        }
    }
}
