package io.github.roboreel.recordings.transform.flow;

import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import io.github.roboreel.recordings.transform.Cursor;
import io.github.roboreel.recordings.transform.EpisodeSteps;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lane for each episode that is being read or waits to be taken, in order. The bytes allowed are divided: half of
 * them for what waits in lanes, the rest for the block that each thread gathers, one that waits, and the reader's. The
 * first lane may always put in a block when it is empty, so that the others cannot take its place for good.
 */
final class PrefetchLanes implements Cursor<Step> {
    private static final int LANES_PER_THREAD = 4;
    /** More steps than that are not gathered before they are handed on. */
    private static final int MAX_STEPS_OF_A_BLOCK = 256;

    private final Cursor<EpisodeSteps> episodes;
    private final long mostWaiting;
    private final long blockBytes;
    private final int mostLanes;
    private final List<Thread> threads = new ArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    /** Held while the next episode is asked for, so that lanes are in order. */
    private final ReentrantLock nextEpisode = new ReentrantLock();

    private final Deque<Lane> lanes = new ArrayDeque<>();
    private long waiting;
    private boolean isOver;
    private boolean isClosed;
    /** The reader's own. */
    private Block taken = new Block();

    PrefetchLanes(Cursor<EpisodeSteps> episodes, int threads, long maxBytes) {
        this.episodes = episodes;
        mostWaiting = maxBytes / 2;
        blockBytes = maxBytes / (2L * (threads + 2));
        mostLanes = LANES_PER_THREAD * threads;
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(this::work, "prefetch-" + i);
            thread.setDaemon(true);
            this.threads.add(thread);
        }
    }

    Cursor<Step> start() {
        threads.forEach(Thread::start);
        return this;
    }

    /** Steps that go from thread to thread at once, the next one first. */
    private static final class Block {
        private final Deque<Step> steps = new ArrayDeque<>();
        private long bytes;

        void add(Step step) {
            steps.addLast(step);
            for (NdArray value : step.values().values()) {
                bytes += value.sizeInBytes();
            }
        }
    }

    /** One episode's; all fields under the lock. */
    private static final class Lane {
        private final Deque<Block> blocks = new ArrayDeque<>();
        private boolean isComplete;
        private Throwable failure;
    }

    /** What each thread does: episode after episode, until there is none. */
    private void work() {
        Lane lane = new Lane();
        EpisodeSteps episode = begin(lane);
        while (episode != null) {
            Throwable failure = null;
            try {
                read(episode, lane);
            } catch (Throwable e) { // the reader has to know of all, or it waits for good
                failure = e;
            }
            end(lane, failure);
            lane = new Lane();
            episode = failure == null ? begin(lane) : null;
        }
    }

    /** The next episode, with its lane in the row; null when there is none, or it cannot be known. */
    private EpisodeSteps begin(Lane lane) {
        nextEpisode.lock();
        try {
            if (!awaitRoomForALane()) {
                return null;
            }
            EpisodeSteps episode = null;
            Throwable failure = null;
            try {
                episode = episodes.next();
            } catch (Throwable e) { // as above
                failure = e;
            }
            place(lane, episode == null, failure);
            return episode;
        } finally {
            nextEpisode.unlock();
        }
    }

    private boolean awaitRoomForALane() {
        lock.lock();
        try {
            while (!isClosed && !isOver && lanes.size() >= mostLanes) {
                changed.awaitUninterruptibly();
            }
            return !isClosed && !isOver;
        } finally {
            lock.unlock();
        }
    }

    private void place(Lane lane, boolean isEnd, Throwable failure) {
        lock.lock();
        try {
            if (isEnd) {
                isOver = true;
                lane.isComplete = true;
                lane.failure = failure;
            }
            lanes.addLast(lane);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void read(EpisodeSteps episode, Lane lane) throws IOException {
        try (Cursor<Step> cursor = episode.steps().open()) {
            Block block = new Block();
            boolean isWanted = true;
            for (Step next = cursor.next(); next != null && isWanted; next = isWanted ? cursor.next() : null) {
                block.add(next);
                if (block.bytes >= blockBytes || block.steps.size() >= MAX_STEPS_OF_A_BLOCK) {
                    isWanted = put(lane, block);
                    block = new Block();
                }
            }
            if (isWanted && !block.steps.isEmpty()) {
                put(lane, block);
            }
        }
    }

    /** Waits for room; false when it is no longer wanted. */
    private boolean put(Lane lane, Block block) {
        lock.lock();
        try {
            while (!isClosed && waiting + block.bytes > mostWaiting && !isFirstAndEmpty(lane)) {
                changed.awaitUninterruptibly();
            }
            if (!isClosed) {
                lane.blocks.addLast(block);
                waiting += block.bytes;
                changed.signalAll();
            }
            return !isClosed;
        } finally {
            lock.unlock();
        }
    }

    private boolean isFirstAndEmpty(Lane lane) {
        return lanes.peekFirst() == lane && lane.blocks.isEmpty();
    }

    private void end(Lane lane, Throwable failure) {
        lock.lock();
        try {
            lane.isComplete = true;
            lane.failure = failure;
            isOver |= failure != null;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Step next() throws IOException {
        if (taken.steps.isEmpty()) {
            Block next = nextBlock();
            if (next == null) {
                return null;
            }
            taken = next;
        }
        return taken.steps.removeFirst();
    }

    private Block nextBlock() throws IOException {
        lock.lock();
        try {
            while (!isClosed) {
                Lane first = lanes.peekFirst();
                if (first == null && isOver) {
                    return null;
                }
                if (first != null && !first.blocks.isEmpty()) {
                    Block block = first.blocks.removeFirst();
                    waiting -= block.bytes;
                    changed.signalAll();
                    return block;
                }
                if (first != null && first.isComplete) {
                    rethrow(first.failure);
                    lanes.removeFirst();
                    changed.signalAll();
                    continue;
                }
                changed.awaitUninterruptibly();
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** As it was thrown in the thread; nothing without one. */
    private static void rethrow(Throwable failure) throws IOException {
        if (failure instanceof IOException e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            isClosed = true;
            lanes.clear();
            waiting = 0;
            taken = new Block();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        threads.forEach(PrefetchLanes::join);
        episodes.close();
    }

    private static void join(Thread thread) {
        boolean isInterrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                isInterrupted = true; // nothing may be closed under a thread that reads
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
