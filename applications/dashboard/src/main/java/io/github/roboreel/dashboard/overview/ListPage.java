package io.github.roboreel.dashboard.overview;

import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.format.JsonFields;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** A list in the order, and the part of it, that a request asks for. */
final class ListPage {
    private static final int USUAL = 200;
    private static final int MAX_ROWS = 1000;

    private ListPage() {}

    /**
     * The list in its order; a minus sign in front of an order's name turns it round.
     *
     * @param usual name of the order when none is asked for
     * @param orders order of a name; null when there is none
     * @param known names for the message
     */
    static <T> List<T> sorted(
            Request request,
            List<T> rows,
            String usual,
            Function<String, Comparator<T>> orders,
            Collection<String> known)
            throws Refusal {
        String asked = request.parameter("sort").orElse(usual);
        boolean isReversed = asked.startsWith("-");
        Comparator<T> order = orders.apply(isReversed ? asked.substring(1) : asked);
        if (order == null) {
            throw Refusal.badRequest("sort is " + asked + "; expected one of " + String.join(", ", known)
                    + ", with - in front for the other way round");
        }
        return rows.stream().sorted(isReversed ? order.reversed() : order).toList();
    }

    /**
     * The answer's beginning: rows of the part, the number of all, and the cursor of the next part, which is the place
     * of its first row; null after the last.
     *
     * @param name what the rows are called
     */
    static <T> JsonFields of(Request request, String name, List<T> all, Function<T, ?> row) throws Refusal {
        int limit = request.integer("limit", 1, MAX_ROWS).orElse(USUAL);
        int from = Math.min(request.integer("cursor", 0, Integer.MAX_VALUE).orElse(0), all.size());
        int to = (int) Math.min((long) from + limit, all.size());
        return new JsonFields()
                .with(name, all.subList(from, to).stream().map(row).toList())
                .with("total", all.size())
                .with("next_cursor", to < all.size() ? String.valueOf(to) : null);
    }
}
