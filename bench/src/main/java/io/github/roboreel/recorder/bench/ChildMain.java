package io.github.roboreel.recorder.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * Entry point of a process that a benchmark starts: another main class, and an end when the benchmark has ended, by
 * whatever signal, which closes this one's stdin.
 */
public final class ChildMain {
    private ChildMain() {}

    /** Name of the main class, then its arguments. */
    public static void main(String[] args) throws Throwable {
        Thread watch = new Thread(ChildMain::endWithParent, "bench-parent-watch");
        watch.setDaemon(true);
        watch.start();
        try {
            Method main = Class.forName(args[0]).getMethod("main", String[].class);
            // The class itself need not be public.
            main.setAccessible(true);
            main.invoke(null, (Object) Arrays.copyOfRange(args, 1, args.length));
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static void endWithParent() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // The parent is gone then, too.
        }
        System.exit(1);
    }
}
