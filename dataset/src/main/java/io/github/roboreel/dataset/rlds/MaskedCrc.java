package io.github.roboreel.dataset.rlds;

import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/** The checksum of TFRecord files: CRC-32C, rotated and shifted by a constant. */
final class MaskedCrc {
    private static final int SHIFT = 0xA282EAD8;
    private static final int ROTATION = 15;

    private MaskedCrc() {}

    static int of(byte[] data) {
        CRC32C crc = new CRC32C();
        crc.update(data);
        return of(crc);
    }

    static int of(Checksum crc) {
        return Integer.rotateRight((int) crc.getValue(), ROTATION) + SHIFT;
    }
}
