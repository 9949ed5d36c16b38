package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.ExportRefusedException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Name of a dataset's files with places for numbers, as Python's {@code format} takes it.
 *
 * @param text for example {@code data/chunk-{chunk_index:03d}/file-{file_index:03d}.parquet}
 */
record PathTemplate(String text) {
    private static final int MAX_CHARS = 1024;
    private static final Pattern PLACE = Pattern.compile("\\{(\\w{1,40})(?::0(\\d)d)?}");

    /**
     * Checks it.
     *
     * @throws ExportRefusedException when it has places that are none of a number's or key's
     */
    PathTemplate {
        String rest = PLACE.matcher(text).replaceAll("");
        if (text.length() > MAX_CHARS || rest.contains("{") || rest.contains("}") || rest.indexOf('\0') >= 0) {
            throw new ExportRefusedException(
                    "meta/info.json names files '%s', and only places such as {file_index:03d} are understood; "
                            + "repair the dataset",
                    text.substring(0, Math.min(text.length(), MAX_CHARS)));
        }
    }

    /**
     * The name with values in its places.
     *
     * @param values a Long or text by the name of a place
     */
    String with(Map<String, ?> values) {
        Matcher places = PLACE.matcher(text);
        StringBuilder path = new StringBuilder();
        while (places.find()) {
            Object value = values.get(places.group(1));
            if (value == null) {
                throw new ExportRefusedException(
                        "meta/info.json names files '%s', and nothing is known of '%s'; repair the dataset",
                        text, places.group(1));
            }
            places.appendReplacement(path, Matcher.quoteReplacement(padded(value, places.group(2))));
        }
        return places.appendTail(path).toString();
    }

    private static String padded(Object value, String width) {
        String digits = value.toString();
        int missing = width == null ? 0 : Integer.parseInt(width) - digits.length();
        return "0".repeat(Math.max(0, missing)) + digits;
    }
}
