package io.github.roboreel.dashboard.overview;

import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Request;
import java.util.List;
import java.util.Map;

/**
 * Part of a list that a request asks for. A cursor is the place of the first row after it.
 *
 * @param <T> a row
 * @param rows of the part
 * @param total rows of the whole list
 * @param next cursor of the next part; null after the last
 */
record Page<T>(List<T> rows, int total, String next) {
    private static final int USUAL = 200;
    private static final int MOST = 1000;

    static <T> Page<T> of(Request request, List<T> all) throws Refusal {
        int limit = request.integer("limit", 1, MOST).orElse(USUAL);
        int from = Math.min(request.integer("cursor", 0, Integer.MAX_VALUE).orElse(0), all.size());
        int to = (int) Math.min((long) from + limit, all.size());
        String next = to < all.size() ? String.valueOf(to) : null;
        return new Page<>(all.subList(from, to), all.size(), next);
    }

    /** Puts the number of all rows and the next cursor into an answer. */
    void describe(Map<String, Object> json) {
        json.put("total", total);
        json.put("next_cursor", next);
    }
}
