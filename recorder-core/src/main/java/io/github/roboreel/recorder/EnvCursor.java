package io.github.roboreel.recorder;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What one env has handed over in all its episodes, and how far it survives the death of the process. The env's thread
 * turns to its episodes, any thread asks. An episode is released once all of it is durable and the next one is there.
 */
final class EnvCursor {
    private volatile Place current;
    // The first episode that was not durable to its end when it was looked at last; null before the first.
    private final AtomicReference<Place> oldest = new AtomicReference<>();
    private final AtomicLong highest = new AtomicLong();

    /** An episode, and what the env had handed over before it. */
    private static final class Place {
        private final EnvEpisode episode;
        private final long before;
        private final long eventsBefore;
        private volatile Place next;

        Place(EnvEpisode episode, long before, long eventsBefore) {
            this.episode = episode;
            this.before = before;
            this.eventsBefore = eventsBefore;
        }

        long events() {
            return eventsBefore + episode.numEvents();
        }
    }

    /** The env's episode; null before the first. */
    EnvEpisode episode() {
        Place place = current;
        return place == null ? null : place.episode;
    }

    /** Turns to an episode; the one before has ended unless it is the same. */
    void turnTo(EnvEpisode episode) {
        Place last = current;
        if (last == null) {
            Place first = new Place(episode, 0, 0);
            oldest.set(first);
            current = first;
        } else if (last.episode != episode) {
            Place next = new Place(episode, last.before + last.episode.handedOver(), last.events());
            last.next = next;
            current = next;
            oldest();
        }
    }

    /** Begins, steps and ends handed over. */
    long handedOver() {
        Place place = current;
        return place == null ? 0 : place.before + place.episode.handedOver();
    }

    /** How many of the first of them are durable; an event that comes later takes none back. */
    long durable() {
        Place place = oldest();
        long now = place == null ? 0 : place.before + place.episode.durable();
        return highest.accumulateAndGet(now, Math::max);
    }

    /** Events handed over. */
    long events() {
        Place place = current;
        return place == null ? 0 : place.events();
    }

    /** How many of the first of them are durable. */
    long durableEvents() {
        Place place = oldest();
        return place == null ? 0 : place.eventsBefore + place.episode.durableEvents();
    }

    /** Passes the episodes that are durable to their ends. */
    private Place oldest() {
        Place place = oldest.get();
        while (place != null && place.next != null && place.episode.isDurable()) {
            oldest.compareAndSet(place, place.next);
            place = oldest.get();
        }
        return place;
    }
}
