package io.github.roboreel.recorder.hdf5.arrays;

import io.github.roboreel.recorder.hdf5.worker.Service;
import io.github.roboreel.recorder.hdf5.worker.Wire;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import java.io.IOException;
import java.nio.file.Path;

/** Reads HDF5 files for {@link IsolatedArrayFile}s, one file at a time. */
final class ArrayWorker implements Service<ArrayRequest> {
    private final Hdf5ArrayFileFormat format = new Hdf5ArrayFileFormat();
    private String name = "";
    private ArrayFileReader file;

    @Override
    public Class<ArrayRequest> requestType() {
        return ArrayRequest.class;
    }

    @Override
    public Object answer(ArrayRequest request, Progress progress) throws IOException {
        if (request.call() == ArrayRequest.Call.CLOSE) {
            return close();
        }
        open(request.file());
        String object = request.object();
        return switch (request.call()) {
            case OPEN, CLOSE -> true;
            case KIND -> file.kind(object);
            case MEMBERS -> file.members(object);
            case ATTRIBUTES -> file.attributes(object);
            case OTHER_ATTRIBUTES -> file.otherAttributes(object);
            case INFO -> file.info(object);
            case BYTES -> file.readBytes(object, request.from(), request.to());
            case BLOBS -> Wire.joined(file.readBlobs(object, request.from(), request.to()));
            case TEXTS -> file.readTexts(object);
        };
    }

    private void open(String asked) throws IOException {
        if (!asked.equals(name)) {
            close();
            file = format.open(Path.of(asked));
            name = asked;
        }
    }

    private boolean close() throws IOException {
        name = "";
        ArrayFileReader closing = file;
        file = null;
        if (closing != null) {
            closing.close();
        }
        return true;
    }
}
