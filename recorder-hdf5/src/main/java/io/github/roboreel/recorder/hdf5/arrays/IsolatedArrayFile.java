package io.github.roboreel.recorder.hdf5.arrays;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.roboreel.recorder.hdf5.arrays.ArrayRequest.Call;
import io.github.roboreel.recorder.hdf5.worker.DoubtfulFile;
import io.github.roboreel.recorder.hdf5.worker.Wire;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** An HDF5 file that may be damaged, read in a process of its own. */
final class IsolatedArrayFile implements ArrayFileReader {
    private final DoubtfulFile file;

    /** Object asked about last, since each is asked about several times; nothing changes in a file being read. */
    private String lastObject;

    private Kind lastKind;

    private IsolatedArrayFile(DoubtfulFile file) {
        this.file = file;
    }

    static IsolatedArrayFile open(Path path) throws IOException {
        IsolatedArrayFile opened = new IsolatedArrayFile(new DoubtfulFile(path, ArrayWorker.class));
        try {
            opened.ask(Call.OPEN, "", new TypeReference<Boolean>() {});
            return opened;
        } catch (IOException | RuntimeException e) {
            opened.file.giveUp();
            throw e;
        }
    }

    private <A> A ask(Call call, String object, TypeReference<A> answer) throws IOException {
        return file.ask(request(call, object, 0, 0), object, answer);
    }

    private ArrayRequest request(Call call, String object, long from, long to) {
        return new ArrayRequest(call, file.name(), object, from, to);
    }

    @Override
    public Kind kind(String path) throws IOException {
        if (!path.equals(lastObject)) {
            lastKind = ask(Call.KIND, path, new TypeReference<Kind>() {});
            lastObject = path;
        }
        return lastKind;
    }

    @Override
    public List<String> members(String group) throws IOException {
        return ask(Call.MEMBERS, group, new TypeReference<List<String>>() {});
    }

    @Override
    public Map<String, Object> attributes(String path) throws IOException {
        return ask(Call.ATTRIBUTES, path, new TypeReference<Map<String, Object>>() {});
    }

    @Override
    public List<String> otherAttributes(String path) throws IOException {
        return ask(Call.OTHER_ATTRIBUTES, path, new TypeReference<List<String>>() {});
    }

    @Override
    public DatasetInfo info(String path) throws IOException {
        return ask(Call.INFO, path, new TypeReference<DatasetInfo>() {});
    }

    @Override
    public byte[] readBytes(String path, long from, long to) throws IOException {
        return file.askBytes(request(Call.BYTES, path, from, to), path);
    }

    @Override
    public List<byte[]> readBlobs(String path, long from, long to) throws IOException {
        return Wire.parts(file.askBytes(request(Call.BLOBS, path, from, to), path));
    }

    @Override
    public List<String> readTexts(String path) throws IOException {
        return ask(Call.TEXTS, path, new TypeReference<List<String>>() {});
    }

    @Override
    public void close() {
        file.close(request(Call.CLOSE, "", 0, 0));
    }
}
