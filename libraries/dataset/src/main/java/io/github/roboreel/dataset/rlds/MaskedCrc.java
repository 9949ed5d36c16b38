package io.github.roboreel.dataset.rlds;

import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/** The checksums of TFRecord files: CRC-32C, masked, since checksums of data that hold checksums are weak. */
public final class MaskedCrc {
    private static final int ROTATION = 15;
    private static final int MASK = 0xa282ead8;

    private MaskedCrc() {}

    /** The checksum as files hold it. */
    public static int of(Checksum crc32c) {
        return Integer.rotateRight((int) crc32c.getValue(), ROTATION) + MASK;
    }

    /** The checksum of these bytes. */
    public static int of(byte[] data) {
        CRC32C crc = new CRC32C();
        crc.update(data);
        return of(crc);
    }
}
