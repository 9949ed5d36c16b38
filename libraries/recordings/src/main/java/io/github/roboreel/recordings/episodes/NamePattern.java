package io.github.roboreel.recordings.episodes;

import java.io.Serializable;
import java.util.regex.Pattern;

/** A name, or a pattern of a shell's kind: {@code *}, {@code ?} and {@code [...]}. Immutable. */
public final class NamePattern implements Serializable {
    private static final long serialVersionUID = 1L;

    private final Pattern pattern;

    /** From a name or pattern; a bracket that is not closed stands for itself. */
    public NamePattern(String glob) {
        this.pattern = Pattern.compile(regex(glob), Pattern.DOTALL);
    }

    /** Whether the whole name is as the pattern says. */
    public boolean matches(String name) {
        return pattern.matcher(name).matches();
    }

    private static String regex(String glob) {
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < glob.length(); i++) {
            char c = glob.charAt(i);
            int end = c == '[' ? glob.indexOf(']', i + 2) : -1;
            if (end > 0) {
                regex.append(set(glob.substring(i + 1, end)));
                i = end;
            } else if (c == '*') {
                regex.append(".*");
            } else if (c == '?') {
                regex.append('.');
            } else {
                regex.append(Pattern.quote(String.valueOf(c)));
            }
        }
        return regex.toString();
    }

    private static String set(String inner) {
        boolean negated = inner.startsWith("!");
        String members = negated ? inner.substring(1) : inner;
        return (negated ? "[^" : "[") + members.replaceAll("[\\\\\\[\\]^&]", "\\\\$0") + "]";
    }
}
