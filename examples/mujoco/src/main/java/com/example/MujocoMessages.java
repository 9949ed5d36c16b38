package com.example;

import com.sun.jna.Callback;
import com.sun.jna.CallbackReference;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;

/** Takes MuJoCo's errors and warnings, which it otherwise writes to a file in the current folder. */
final class MujocoMessages {
    /** C's {@code void (*)(const char*)}. */
    interface Handler extends Callback {
        void invoke(Pointer message);
    }

    /**
     * MuJoCo calls it for what it cannot recover from, such as a full stack, and its C code must not be returned to.
     * Without a handler it waits for the Enter key. What was recorded up to here is brought back by {@code recover}.
     */
    private static final Handler ON_ERROR = message -> {
        System.err.println("MuJoCo gave up: " + message.getString(0));
        Runtime.getRuntime().halt(1);
    };

    /** Warnings are counted in {@code mjData}, where {@link MujocoWorld} looks after each step. */
    private static final Handler ON_WARNING = message -> {};

    private MujocoMessages() {}

    static void listenTo(MujocoLibrary library) {
        NativeLibrary symbols = Native.getNativeLibrary(library);
        set(symbols, "mju_user_error", ON_ERROR);
        set(symbols, "mju_user_warning", ON_WARNING);
    }

    private static void set(NativeLibrary symbols, String variable, Handler handler) {
        symbols.getGlobalVariableAddress(variable).setPointer(0, CallbackReference.getFunctionPointer(handler));
    }
}
