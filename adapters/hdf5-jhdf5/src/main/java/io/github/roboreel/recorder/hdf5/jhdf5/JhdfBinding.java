package io.github.roboreel.recorder.hdf5.jhdf5;

import io.github.roboreel.recorder.hdf5.binding.Calls;
import io.github.roboreel.recorder.hdf5.binding.Hdf5Binding;

/** Offers JHDF5, which is used where it is installed. */
public final class JhdfBinding implements Hdf5Binding {
    public JhdfBinding() {}

    @Override
    public String name() {
        return "jhdf5";
    }

    @Override
    public int order() {
        return 0;
    }

    @Override
    public String advice() {
        return "install Debian's libsis-jhdf5-jni, or name its libsis-jhdf5.so with -D" + JhdfLibrary.LIBRARY_PROPERTY;
    }

    @Override
    public Calls open() {
        return new JhdfCalls();
    }
}
