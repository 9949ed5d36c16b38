package io.github.roboreel.fleet.export;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** JSON of the files in a work folder. */
final class WorkJson {
    /** What an exporter reports of a shard is one text, of tens of megabytes where vectors are long. */
    static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .build();

    private WorkJson() {}
}
