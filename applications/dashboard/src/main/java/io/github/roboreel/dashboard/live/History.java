package io.github.roboreel.dashboard.live;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;
import java.util.function.BiConsumer;

/** The newest messages that count each, numbered, for pages that come back. For one thread. */
final class History {
    private static final int MAX_MESSAGES = 2000;

    private final Deque<Message> messages = new ArrayDeque<>();
    private long newest;

    /** @param start number before the first message; greater than any that a server before has given */
    History(long start) {
        newest = start;
    }

    /** Number of the newest message. */
    long newest() {
        return newest;
    }

    long add(Message message) {
        messages.addLast(message);
        if (messages.size() > MAX_MESSAGES) {
            messages.removeFirst();
        }
        return ++newest;
    }

    /** Whether nothing of what came after that number is forgotten. */
    boolean reaches(OptionalLong heard) {
        return heard.isPresent() && heard.getAsLong() <= newest && heard.getAsLong() >= newest - messages.size();
    }

    /** Everything after that number. */
    void after(long heard, BiConsumer<Message, OptionalLong> each) {
        long number = newest - messages.size();
        for (Message message : messages) {
            number++;
            if (number > heard) {
                each.accept(message, OptionalLong.of(number));
            }
        }
    }
}
