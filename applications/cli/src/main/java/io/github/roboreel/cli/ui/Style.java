package io.github.roboreel.cli.ui;

import io.github.roboreel.tools.report.Table.Tone;

/**
 * Colours of a terminal.
 *
 * @param isOn whether there are any
 */
record Style(boolean isOn) {
    String strong(String text) {
        return sgr(1, text);
    }

    String faint(String text) {
        return sgr(2, text);
    }

    String toned(String text, Tone tone) {
        return switch (tone) {
            case PLAIN -> text;
            case GOOD -> sgr(32, text);
            case BAD -> sgr(31, text);
            case UNKNOWN -> sgr(33, text);
        };
    }

    /** ECMA-48, select graphic rendition. */
    private String sgr(int code, String text) {
        return isOn && !text.isEmpty() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
