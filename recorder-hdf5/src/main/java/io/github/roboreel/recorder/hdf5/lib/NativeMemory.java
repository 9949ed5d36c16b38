package io.github.roboreel.recorder.hdf5.lib;

import io.github.roboreel.recorder.hdf5.binding.Calls;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Bytes that native code may follow a pointer to, for as long as this is open. */
record NativeMemory(ByteBuffer bytes, long address) implements AutoCloseable {
    static NativeMemory of(Calls calls, byte[] bytes) {
        ByteBuffer direct = ByteBuffer.allocateDirect(Math.max(1, bytes.length)).put(0, bytes);
        return new NativeMemory(direct, calls.address(direct));
    }

    /** A {@code char *} to it. */
    byte[] reference() {
        return buffer(new byte[Long.BYTES]).putLong(address).array();
    }

    /** Native values in an array. */
    static ByteBuffer buffer(byte[] values) {
        return ByteBuffer.wrap(values).order(ByteOrder.nativeOrder());
    }

    /** The texts that pointers in an array lead to, each without its NUL. */
    static List<byte[]> texts(Calls calls, byte[] pointers) {
        List<byte[]> texts = new ArrayList<>();
        for (ByteBuffer all = buffer(pointers); all.hasRemaining(); ) {
            texts.add(calls.string(all.getLong()));
        }
        return texts;
    }

    @Override
    public void close() {
        Reference.reachabilityFence(bytes);
    }
}
