package io.github.roboreel.dashboard.overview;

import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Request;
import java.util.Collection;
import java.util.Comparator;
import java.util.function.Function;

/** Order of a list that a request asks for; a minus sign in front of a name turns it round. */
final class Sorting {
    private Sorting() {}

    /**
     * The order.
     *
     * @param usual name of the order when none is asked for
     * @param orders order of a name; null when there is none
     * @param known names for the message
     */
    static <T> Comparator<T> of(
            Request request, String usual, Function<String, Comparator<T>> orders, Collection<String> known)
            throws Refusal {
        String asked = request.parameter("sort").orElse(usual);
        boolean isReversed = asked.startsWith("-");
        Comparator<T> order = orders.apply(isReversed ? asked.substring(1) : asked);
        if (order == null) {
            throw Refusal.badRequest("sort is " + asked + "; expected one of " + String.join(", ", known)
                    + ", with - in front for the other way round");
        }
        return isReversed ? order.reversed() : order;
    }
}
