package io.github.roboreel.dashboard.series;

import java.util.List;
import java.util.Map;

/**
 * Exact values of one step.
 *
 * @param step the row
 * @param values of each field; null for what is not finite, an empty list where the field has no such row
 * @param unit of each field
 */
record RowValues(long step, Map<String, List<Object>> values, Map<String, String> unit) {}
