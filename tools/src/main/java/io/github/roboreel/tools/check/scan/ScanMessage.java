package io.github.roboreel.tools.check.scan;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.Map;

/**
 * One line from the process that reads run files to the one that audits; exactly one part is set.
 *
 * @param at the place that is read next
 * @param fault something is wrong
 * @param opened the file could be opened
 * @param space how much of the file is dead
 * @param demo a demo has been read
 * @param done the file has been read
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ScanMessage(String at, ValueFault fault, Opened opened, FileSpace space, DemoFacts demo, Boolean done) {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_LONG_FOR_INTS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();
    private static final ObjectWriter WRITER = MAPPER.writer();
    private static final ObjectReader MESSAGES = MAPPER.readerFor(ScanMessage.class);
    private static final ObjectReader REQUESTS = MAPPER.readerFor(ScanRequest.class);

    /**
     * What opening told.
     *
     * @param isLive whether a recorder has the file open
     * @param attributes of the group {@code data}
     */
    record Opened(boolean isLive, Map<String, Object> attributes) {}

    static final ScanMessage DONE = new ScanMessage(null, null, null, null, null, true);

    static ScanMessage of(ValueFault fault) {
        return new ScanMessage(null, fault, null, null, null, null);
    }

    static ScanMessage of(DemoFacts demo) {
        return new ScanMessage(null, null, null, null, demo, null);
    }

    static ScanMessage of(FileSpace space) {
        return new ScanMessage(null, null, null, space, null, null);
    }

    static ScanMessage opened(boolean isLive, Map<String, Object> attributes) {
        return new ScanMessage(null, null, new Opened(isLive, attributes), null, null, null);
    }

    static ScanMessage at(String inside) {
        return new ScanMessage(inside, null, null, null, null, null);
    }

    static String line(Object messageOrRequest) throws IOException {
        return WRITER.writeValueAsString(messageOrRequest);
    }

    static ScanMessage message(String line) throws IOException {
        return MESSAGES.readValue(line);
    }

    static ScanRequest request(String line) throws IOException {
        return REQUESTS.readValue(line);
    }

    void tell(ScanListener listener) {
        if (at != null) {
            listener.at(at);
        } else if (fault != null) {
            listener.fault(fault);
        } else if (opened != null) {
            listener.opened(opened.isLive(), opened.attributes());
        } else if (space != null) {
            listener.measured(space);
        } else if (demo != null) {
            listener.demo(demo);
        }
    }
}
