package io.github.roboreel.cli.ui;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.UncheckedIOException;

/** Writes JSON documents for programs that read our output. */
public final class Json {
    private Json() {}

    /** Maps, lists, numbers, texts, booleans and null as an indented document with a line's end. */
    public static String document(Object value) {
        try {
            return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(value) + "\n";
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
