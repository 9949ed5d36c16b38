package io.github.roboreel.cli.base;

import io.github.roboreel.format.FormatJson;

/** Writes JSON documents for programs that read our output. */
public final class Json {
    private Json() {}

    /** Maps, lists, numbers, texts, booleans and null as an indented document with a line's end. */
    public static String document(Object value) {
        return FormatJson.pretty(value) + "\n";
    }
}
