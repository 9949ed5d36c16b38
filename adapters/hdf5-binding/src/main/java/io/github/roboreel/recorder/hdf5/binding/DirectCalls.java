package io.github.roboreel.recorder.hdf5.binding;

import com.sun.jna.Callback;
import com.sun.jna.FunctionMapper;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Calls through JNA, each native method bound to the function of its name: what JHDF5 lacks (ready-made chunks, visits,
 * file locking), and what takes or gives texts, which its JNI passes as modified UTF-8. A process has one HDF5 library,
 * so one instance of this.
 */
public abstract class DirectCalls implements Calls {
    private static final String FIRST_FORM = "1";

    private final NativeLibrary library;

    /** None changes once the library is initialised. */
    private final Map<String, Long> globals = new HashMap<>();

    /**
     * @param library HDF5's library, or one that depends on it
     * @throws UnsatisfiedLinkError when it does not load or lacks a function
     */
    protected DirectCalls(Path library) {
        FunctionMapper names = (all, method) -> nameIn(all, method.getName());
        this.library = NativeLibrary.getInstance(library.toString(), Map.of(Library.OPTION_FUNCTION_MAPPER, names));
        Native.register(DirectCalls.class, this.library);
    }

    /** Versions behind 1.10 have a function whose structures changed under the number of its first form. */
    private static String nameIn(NativeLibrary library, String name) {
        return has(library, name) || !has(library, name + FIRST_FORM) ? name : name + FIRST_FORM;
    }

    private static boolean has(NativeLibrary library, String function) {
        try {
            return library.getFunction(function) != null;
        } catch (UnsatisfiedLinkError e) {
            return false;
        }
    }

    /** Binds the native methods of a subclass as well. */
    protected final void bind(Class<? extends DirectCalls> more) {
        Native.register(more, library);
    }

    /** What JNA wants of a function that native code calls. */
    private interface VisitorCallback extends Callback {
        int at(long group, long name, long info, long data);
    }

    private interface ErrorCallback extends Callback {
        int at(int number, long error, long data);
    }

    @Override
    public long global(String name) {
        return globals.computeIfAbsent(
                name, n -> library.getGlobalVariableAddress(n).getLong(0));
    }

    @Override
    public long address(ByteBuffer direct) {
        return Pointer.nativeValue(Native.getDirectBufferPointer(direct));
    }

    @Override
    public byte[] bytes(long address, int count) {
        return new Pointer(address).getByteArray(0, count);
    }

    @Override
    public byte[] string(long address) {
        return address == 0 ? new byte[0] : bytes(address, (int) new Pointer(address).indexOf(0, (byte) 0));
    }

    @Override
    public int H5Ewalk2(long stack, int direction, ErrorVisitor visitor) {
        return H5Ewalk2(stack, direction, visitor::at, 0);
    }

    private native int H5Ewalk2(long stack, int direction, ErrorCallback visitor, long data);

    @Override
    public int H5Literate(long group, int index, int order, Visitor visitor) {
        return H5Literate(group, index, order, new long[1], visitor::at, 0);
    }

    private native int H5Literate(long group, int index, int order, long[] from, VisitorCallback visitor, long data);

    @Override
    public int H5Ovisit2(long object, int index, int order, Visitor visitor, int fields) {
        return H5Ovisit2(object, index, order, visitor::at, 0, fields);
    }

    private native int H5Ovisit2(long object, int index, int order, VisitorCallback visitor, long data, int fields);

    public native int H5dont_atexit();

    public native int H5get_libversion(int[] major, int[] minor, int[] release);

    public native int H5Eset_auto2(long stack, long function, long data);

    public native long H5Fcreate(byte[] name, int flags, long create, long access);

    public native long H5Fopen(byte[] name, int flags, long access);

    public native int H5Fget_filesize(long file, long[] bytes);

    public native int H5Fget_eoa(long file, long[] address);

    public native long H5Fget_name(long object, byte[] name, long size);

    public native long H5Gcreate2(long parent, byte[] name, long link, long create, long access);

    public native int H5Ldelete(long parent, byte[] name, long access);

    public native int H5Lexists(long parent, byte[] name, long access);

    public native int H5Lget_info(long parent, byte[] name, byte[] info, long access);

    public native int H5Lget_val(long parent, byte[] name, byte[] value, long size, long access);

    public native long H5Oopen(long parent, byte[] name, long access);

    public native int H5Ocopy(long from, byte[] name, long to, byte[] newName, long copy, long link);

    public native int H5Oget_info2(long object, byte[] info, int fields);

    public native int H5Oget_info_by_name2(long parent, byte[] name, byte[] info, int fields, long access);

    public native long H5Acreate2(long object, byte[] name, long type, long space, long create, long access);

    public native long H5Aopen(long object, byte[] name, long access);

    public native long H5Aopen_by_idx(
            long object, byte[] name, int index, int order, long number, long access, long link);

    public native int H5Adelete(long object, byte[] name);

    public native int H5Aexists(long object, byte[] name);

    public native long H5Aget_name(long attribute, long size, byte[] name);

    public native long H5Dcreate2(long parent, byte[] name, long type, long space, long link, long create, long access);

    public native long H5Dopen2(long parent, byte[] name, long access);

    public native int H5Dvlen_reclaim(long type, long space, long transfer, byte[] values);

    public native int H5Dread_chunk(long dataset, long transfer, long[] offset, int[] mask, long address);

    public native int H5Dwrite_chunk(long dataset, long transfer, int mask, long[] offset, long size, long address);

    public native int H5Dget_chunk_storage_size(long dataset, long[] offset, long[] size);

    public native int H5Dget_chunk_index_type(long dataset, int[] type);

    public native int H5Dget_chunk_info_by_coord(long dataset, long[] offset, int[] mask, long[] address, long[] size);

    public native int H5Pset_file_locking(long access, byte use, byte ignoreWhenDisabled);

    public native int H5Pset_fapl_log(long access, byte[] logFile, long flags, long bufferSize);

    public native int H5Pget_mdc_config(long access, byte[] config);

    public native int H5Pset_mdc_config(long access, byte[] config);

    public native int H5Pget_external_count(long create);

    public native int H5Pget_virtual_count(long create, long[] count);

    public native long H5Pget_virtual_filename(long create, long index, byte[] name, long size);

    public native long H5Pget_virtual_dsetname(long create, long index, byte[] name, long size);

    public native int H5Pget_filter2(
            long create,
            int index,
            int[] flags,
            long[] valueCount,
            int[] values,
            long nameSize,
            byte[] name,
            int[] config);

    public native int H5Tenum_insert(long type, byte[] name, byte[] value);

    public native int H5Tenum_nameof(long type, byte[] value, byte[] name, long size);
}
