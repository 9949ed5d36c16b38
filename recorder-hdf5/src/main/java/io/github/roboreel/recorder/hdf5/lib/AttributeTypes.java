package io.github.roboreel.recorder.hdf5.lib;

import hdf.hdf5lib.HDF5Constants;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.hdf5.staging.StagingLayout;
import io.github.roboreel.recorder.hdf5.write.EpisodeEnd;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Types and encodings of a run file's attributes. Fixed-size ones can be rewritten under SWMR. */
public final class AttributeTypes implements AutoCloseable {
    private static final int STATUS_BYTES = 16;

    private final long text = Hdf5Native.textType();
    private final long status = Hdf5Native.stringType(STATUS_BYTES, false);
    private final long metadata = Hdf5Native.stringType(StagingLayout.METADATA_BYTES, true);
    private final long bool = Hdf5Native.boolType();

    public AttributeTypes() throws IOException {}

    public void createText(long object, String name, String value) throws IOException {
        Hdf5Native.createText(object, name, text, value);
    }

    public void createInt64(long object, String name, long value) throws IOException {
        Hdf5Native.createAttribute(object, name, HDF5Constants.H5T_STD_I64LE, int64(value));
    }

    public void createFloat64(long object, String name, double value) throws IOException {
        byte[] bytes = int64(Double.doubleToLongBits(value));
        Hdf5Native.createAttribute(object, name, HDF5Constants.H5T_IEEE_F64LE, bytes);
    }

    public void createVerdict(long demo, EpisodeEnd recording) throws IOException {
        byte[] no = {0};
        Hdf5Native.createAttribute(demo, AttributeNames.SUCCESS, bool, no);
        byte[] label = recording.statusBytes(STATUS_BYTES);
        Hdf5Native.createAttribute(demo, AttributeNames.STATUS, status, label);
        byte[] json = padded(recording.metadata());
        Hdf5Native.createAttribute(demo, AttributeNames.EPISODE_METADATA, metadata, json);
    }

    public void rewriteInt64(long file, String object, String name, long value) throws IOException {
        long type = HDF5Constants.H5T_STD_I64LE;
        Hdf5Native.rewriteAttribute(file, object, name, type, int64(value));
    }

    public void rewriteVerdict(long file, String demo, EpisodeEnd end) throws IOException {
        byte[] success = {(byte) (end.status() == EpisodeStatus.SUCCESS ? 1 : 0)};
        Hdf5Native.rewriteAttribute(file, demo, AttributeNames.EPISODE_METADATA, metadata, padded(end.metadata()));
        Hdf5Native.rewriteAttribute(file, demo, AttributeNames.SUCCESS, bool, success);
        byte[] label = end.statusBytes(STATUS_BYTES);
        Hdf5Native.rewriteAttribute(file, demo, AttributeNames.STATUS, status, label);
    }

    private static byte[] padded(byte[] utf8) {
        return Arrays.copyOf(utf8, StagingLayout.METADATA_BYTES);
    }

    private static byte[] int64(long value) {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        return bytes.putLong(value).array();
    }

    @Override
    public void close() throws IOException {
        Hdf5Native.closeType(text);
        Hdf5Native.closeType(status);
        Hdf5Native.closeType(metadata);
        Hdf5Native.closeType(bool);
    }
}
