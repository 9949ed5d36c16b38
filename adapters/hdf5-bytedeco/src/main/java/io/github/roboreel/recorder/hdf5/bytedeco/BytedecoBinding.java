package io.github.roboreel.recorder.hdf5.bytedeco;

import io.github.roboreel.recorder.hdf5.binding.Calls;
import io.github.roboreel.recorder.hdf5.binding.Hdf5Binding;
import io.github.roboreel.recorder.hdf5.binding.LibraryCalls;

/** Offers the library that Bytedeco publishes, which needs nothing installed but zlib. */
public final class BytedecoBinding implements Hdf5Binding {
    public BytedecoBinding() {}

    @Override
    public String name() {
        return "bytedeco";
    }

    @Override
    public int order() {
        return 1;
    }

    @Override
    public String advice() {
        return "put org.bytedeco:hdf5 with the natives of this system on the class path and install zlib (libz.so.1)";
    }

    @Override
    public Calls open() {
        return new LibraryCalls(BytedecoLibrary.extract());
    }
}
