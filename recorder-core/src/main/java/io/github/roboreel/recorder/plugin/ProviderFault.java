package io.github.roboreel.recorder.plugin;

import io.github.roboreel.format.fault.Sentence;
import java.lang.reflect.InvocationTargetException;

/** Puts into words why a provider's class cannot be loaded or made; the words follow the class's name. */
final class ProviderFault {
    private ProviderFault() {}

    static String words(Throwable fault) {
        Throwable cause = fault instanceof InvocationTargetException e ? e.getTargetException() : fault;
        if (cause instanceof ExceptionInInitializerError e && e.getException() != null) {
            return "fails when its class is initialised: " + e.getException();
        }
        if (cause instanceof UnsupportedClassVersionError) {
            return Sentence.of(
                    "is compiled for a newer Java than this one (%d); compile it for Java 17",
                    Runtime.version().feature());
        }
        if (cause instanceof NoClassDefFoundError e) {
            return "needs the class " + String.valueOf(e.getMessage()).replace('/', '.')
                    + ", which is missing; pack it into the plug-in";
        }
        if (cause instanceof IncompatibleClassChangeError || cause instanceof AbstractMethodError) {
            return "does not fit this RoboReel (" + cause + "); compile it against this version";
        }
        if (fault instanceof InvocationTargetException) {
            return "cannot be made: its constructor throws " + cause;
        }
        if (fault instanceof ClassNotFoundException) {
            return "is not in it";
        }
        if (fault instanceof NoSuchMethodException) {
            return "has no public constructor without arguments";
        }
        if (fault instanceof IllegalAccessException) {
            return "is not public";
        }
        if (fault instanceof InstantiationException) {
            return "is abstract";
        }
        return "cannot be loaded: " + cause;
    }
}
