/** Records the steps of many environments; what sinks, metrics and simulators implement. */
module io.github.roboreel.recorder {
    requires transitive io.github.roboreel.format;
    requires transitive micrometer.core;
    requires com.fasterxml.jackson.dataformat.yaml;
    requires com.lmax.disruptor;
    requires jdk.management;
    requires org.slf4j;

    exports io.github.roboreel.recorder;
    exports io.github.roboreel.recorder.config;
    exports io.github.roboreel.recorder.plan;
    exports io.github.roboreel.recorder.plugin;
    exports io.github.roboreel.recorder.schema;
    exports io.github.roboreel.recorder.spi;
    exports io.github.roboreel.recorder.spi.files;

    opens io.github.roboreel.recorder to
            com.fasterxml.jackson.databind;

    uses io.github.roboreel.recorder.spi.EpisodeMetricSetProvider;
    uses io.github.roboreel.recorder.spi.EpisodeSinkProvider;
    uses io.github.roboreel.recorder.spi.FinalFileListenerProvider;
    uses io.github.roboreel.recorder.spi.files.ArrayFileFormat;
    uses io.github.roboreel.recorder.spi.files.VideoClipFormat;
}
