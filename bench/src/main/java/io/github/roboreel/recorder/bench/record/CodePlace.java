package io.github.roboreel.recorder.bench.record;

import java.lang.management.ThreadInfo;
import java.util.regex.Pattern;

/**
 * Where a thread was found.
 *
 * @param thread its name without the number at the end
 * @param method the innermost method of ours, then where it had got to, if that is not ours
 */
public record CodePlace(String thread, String method) {
    private static final String OURS = "io.github.roboreel.";
    private static final Pattern NUMBER = Pattern.compile("[-#]?\\d+$");
    private static final Pattern LAMBDA = Pattern.compile("lambda\\$(\\w+)\\$\\d+");

    static CodePlace of(ThreadInfo info) {
        return new CodePlace(NUMBER.matcher(info.getThreadName()).replaceAll(""), method(info.getStackTrace()));
    }

    private static String method(StackTraceElement[] stack) {
        for (int depth = 0; depth < stack.length; depth++) {
            if (stack[depth].getClassName().startsWith(OURS)) {
                String own = text(stack[depth]);
                return depth == 0 ? own : own + " > " + text(stack[0]);
            }
        }
        return stack.length == 0 ? "the JVM" : text(stack[0]);
    }

    private static String text(StackTraceElement frame) {
        String name = frame.getClassName();
        String type = name.substring(name.lastIndexOf('.') + 1);
        return type + "." + LAMBDA.matcher(frame.getMethodName()).replaceAll("$1");
    }
}
