package io.github.roboreel.cli;

import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.recorder.plugin.Plugins;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

/** Runs a command with plug-ins. */
final class PluginScope {
    private PluginScope() {}

    /**
     * Calls it while this thread, and each that it starts, sees the plug-ins.
     *
     * @throws io.github.roboreel.format.fault.RoboReelException of kind BAD_ARGUMENT, when one cannot be used
     */
    static Outcome call(List<Path> places, Callable<Outcome> command) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(Plugins.open(places));
        try {
            return command.call();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
