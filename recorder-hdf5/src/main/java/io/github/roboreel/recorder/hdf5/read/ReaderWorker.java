package io.github.roboreel.recorder.hdf5.read;

import io.github.roboreel.recorder.hdf5.worker.Service;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReader;
import io.github.roboreel.recorder.spi.files.ArrayFileFormat;
import java.io.Closeable;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Calls the methods of readers for {@link IsolatedReader}s, one file at a time. */
final class ReaderWorker implements Service<ReaderWorker.Request> {
    private final Map<String, EpisodeReader> demos = new HashMap<>();
    private Source open = Source.NONE;
    private Closeable file;

    /**
     * What is open.
     *
     * @param file its path; empty for nothing
     * @param isRun whether its reader is a {@link RunReader}, rather than one of arrays
     */
    record Source(String file, boolean isRun) {
        static final Source NONE = new Source("", false);
    }

    /**
     * A call.
     *
     * @param source what is to be open for it
     * @param demo whose reader is meant; empty for that of the file
     * @param method as {@link Method#toString} has it; empty for none, which opens or closes only
     * @param arguments of the method: texts and whole numbers
     */
    record Request(Source source, String demo, String method, List<Object> arguments) {}

    @Override
    public Class<Request> requestType() {
        return Request.class;
    }

    /** What the method gives, null for a demo's reader; without a method, whether the file is being recorded. */
    @Override
    public Object answer(Request request, Progress progress) throws IOException {
        open(request.source());
        if (request.method().isEmpty()) {
            return file instanceof RunReader run && run.isLive();
        }
        Object reader = request.demo().isEmpty() ? file : demo(request.demo());
        return call(reader, request.method(), request.arguments());
    }

    /** An answer in a form that goes to another process. */
    @SuppressWarnings("unchecked")
    private static Object sent(Method method, Object answer) {
        if (answer instanceof OptionalLong number) {
            return number.isPresent() ? number.getAsLong() : null;
        }
        if (isOfBlobs(method)) {
            return ByteStrings.joined((List<byte[]>) answer);
        }
        return answer instanceof EpisodeReader ? null : answer;
    }

    /** The type of what {@link #sent} gives. */
    static Type sentType(Method method) {
        if (method.getReturnType() == OptionalLong.class) {
            return Long.class;
        }
        return isOfBlobs(method) ? byte[].class : method.getGenericReturnType();
    }

    /** The answer that {@link #sent} was given. */
    static Object received(Method method, Object sent) throws IOException {
        if (method.getReturnType() == OptionalLong.class) {
            return sent == null ? OptionalLong.empty() : OptionalLong.of((long) sent);
        }
        return isOfBlobs(method) ? ByteStrings.parts((byte[]) sent) : sent;
    }

    private static boolean isOfBlobs(Method method) {
        return method.getName().equals("readBlobs");
    }

    private void open(Source asked) throws IOException {
        if (asked.equals(open)) {
            return;
        }
        Closeable closing = file;
        open = Source.NONE;
        file = null;
        demos.clear();
        if (closing != null) {
            closing.close();
        }
        if (!asked.equals(Source.NONE)) {
            Path path = Path.of(asked.file());
            file = asked.isRun()
                    ? Hdf5RunReader.open(path)
                    : ArrayFileFormat.hdf5().open(path);
            open = asked;
        }
    }

    private EpisodeReader demo(String name) throws IOException {
        EpisodeReader known = demos.get(name);
        if (known == null) {
            known = ((RunReader) file).demo(name);
            demos.put(name, known);
        }
        return known;
    }

    private static Object call(Object reader, String name, List<Object> given) throws IOException {
        Method method = Stream.of(reader.getClass().getInterfaces())
                .flatMap(type -> Stream.of(type.getMethods()))
                .filter(m -> m.toString().equals(name))
                .findFirst()
                .orElseThrow();
        try {
            return sent(method, method.invoke(reader, given.toArray()));
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IOException damage) {
                throw damage;
            }
            if (e.getCause() instanceof RuntimeException mistake) {
                throw mistake;
            }
            throw (Error) e.getCause();
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
