package io.github.roboreel.dataset;

import io.github.roboreel.recordings.spi.EpisodeCatalogue;
import io.github.roboreel.recordings.spi.RecordingFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Datasets of all formats that can be imported, read as an import would record them. */
public final class DatasetRecordings implements RecordingFormat {
    @Override
    public String name() {
        return "dataset";
    }

    @Override
    public String description() {
        return "a dataset of "
                + importable().stream().map(DatasetFormat::name).collect(Collectors.joining(", ", "", ""));
    }

    private static List<DatasetFormat> importable() {
        return DatasetFormat.all().stream()
                .filter(format -> format.importer().isPresent())
                .toList();
    }

    @Override
    public boolean recognises(Path place) {
        return importer(place).isPresent();
    }

    private static Optional<Importer> importer(Path place) {
        return DatasetFormat.all().stream()
                .flatMap(format -> format.importer().stream())
                .filter(importer -> importer.recognition().test(place))
                .findFirst();
    }

    @Override
    public EpisodeCatalogue open(Path place) throws IOException {
        Importer importer =
                importer(place).orElseThrow(() -> new IOException(place + " is no dataset that can be read"));
        return FoundCatalogue.of(importer.opening(), place);
    }
}
