package io.github.roboreel.dataset.rlds;

/**
 * Sizes of files and records, bytes.
 *
 * @param shardBytes where a new record file starts
 * @param payloadBytes the most one episode may take
 */
record RecordLimits(long shardBytes, long payloadBytes) {
    static final RecordLimits USUAL = new RecordLimits(256L << 20, ExampleBuilder.MAX_PAYLOAD_BYTES);
}
