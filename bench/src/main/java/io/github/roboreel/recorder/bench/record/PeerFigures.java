package io.github.roboreel.recorder.bench.record;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers out of the one line of JSON that every benchmark and peer prints. */
public final class PeerFigures {
    private static final String NUMBER = "\"\\s*:\\s*(-?[0-9.]+(?:[eE][-+]?[0-9]+)?)";

    private final String json;

    /** Of the output. */
    public PeerFigures(String json) {
        this.json = json;
    }

    /** Of a member, wherever it stands. */
    public double number(String key) throws IOException {
        return find(json, key);
    }

    /** Of an object inside, the first one of that name that has it. */
    public double number(String object, String key) throws IOException {
        for (Matcher inner = inner(object); inner.find(); ) {
            if (matcher(inner.group(1), key).find()) {
                return find(inner.group(1), key);
            }
        }
        throw missing(object + "." + key);
    }

    /** Whether an object inside has such a number. */
    public boolean has(String object, String key) {
        for (Matcher inner = inner(object); inner.find(); ) {
            if (matcher(inner.group(1), key).find()) {
                return true;
            }
        }
        return false;
    }

    private Matcher inner(String object) {
        return Pattern.compile("\"" + Pattern.quote(object) + "\"\\s*:\\s*(\\{[^{}]*})")
                .matcher(json);
    }

    private static Matcher matcher(String text, String key) {
        return Pattern.compile("\"" + Pattern.quote(key) + NUMBER).matcher(text);
    }

    private double find(String text, String key) throws IOException {
        Matcher number = matcher(text, key);
        if (!number.find()) {
            throw missing(key);
        }
        return Double.parseDouble(number.group(1));
    }

    private IOException missing(String key) {
        return new IOException("a program that was measured printed no " + key + ": " + json);
    }
}
