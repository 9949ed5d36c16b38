package io.github.roboreel.dashboard.web;

import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Settled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Answers as HTTP: ETags, compression, ranges of files. Thread-safe. */
final class AnswerWriter {
    private static final String JSON = "application/json";
    private static final String ASSETS_CACHE = "private, no-cache";

    /** As long as a picture may be that of a video that was replaced by another of its name. */
    private static final String PICTURES_CACHE = "private, max-age=300";

    private static final String VERSIONED_CACHE = "private, max-age=31536000, immutable";

    /** Below this, compressing gains no packet. */
    private static final int MIN_COMPRESSED = 1400;

    private final List<Path> fileFolders;

    AnswerWriter(List<Path> fileFolders) {
        this.fileFolders = fileFolders;
    }

    void write(Request request, Response response, Callback callback, Answer answer) throws IOException {
        HttpFields.Mutable fields = response.getHeaders();
        if (answer instanceof Answer.Json json) {
            fields.put(HttpHeader.CONTENT_TYPE, JSON);
            whole(request, response, callback, WebJson.bytes(json.value()), true);
        } else if (answer instanceof Answer.Versioned versioned) {
            fields.put(HttpHeader.CONTENT_TYPE, JSON);
            fields.put(HttpHeader.ETAG, "\"" + versioned.version() + "\"");
            whole(request, response, callback, WebJson.bytes(versioned.value()), true);
        } else if (answer instanceof Answer.Bytes bytes) {
            fields.put(HttpHeader.CONTENT_TYPE, bytes.type());
            if (!bytes.timing().isEmpty()) {
                fields.put("Server-Timing", bytes.timing());
            }
            if (bytes.stays()) {
                fields.put(HttpHeader.CACHE_CONTROL, PICTURES_CACHE);
            }
            whole(request, response, callback, bytes.bytes(), bytes.type().startsWith("text/"));
        } else if (answer instanceof Answer.Stream stream) {
            stream(request, response, callback, stream);
        } else if (answer instanceof Answer.FileContent file) {
            file(request, response, callback, file);
        }
    }

    void write(Request request, Response response, Callback callback, Assets.Asset asset) throws IOException {
        HttpFields.Mutable fields = response.getHeaders();
        fields.put(HttpHeader.CONTENT_TYPE, asset.type());
        fields.put(HttpHeader.CACHE_CONTROL, asset.isVersioned() ? VERSIONED_CACHE : ASSETS_CACHE);
        whole(request, response, callback, asset.bytes(), !asset.type().equals("image/png"));
    }

    private static void whole(
            Request request, Response response, Callback callback, byte[] bytes, boolean isCompressible)
            throws IOException {
        HttpFields.Mutable fields = response.getHeaders();
        if (fields.get(HttpHeader.ETAG) == null) {
            fields.put(HttpHeader.ETAG, Hashes.etag(bytes));
        }
        if (isCompressible) {
            fields.put(HttpHeader.VARY, "Accept-Encoding");
        }
        if (isReading(request) && isKnown(request, fields.get(HttpHeader.ETAG))) {
            response.setStatus(304);
            response.write(true, ByteBuffer.allocate(0), callback);
            return;
        }
        byte[] sent = bytes;
        if (isCompressible && bytes.length >= MIN_COMPRESSED && takesGzip(request)) {
            sent = gzip(bytes);
            fields.put(HttpHeader.CONTENT_ENCODING, "gzip");
        }
        fields.put(HttpHeader.CONTENT_LENGTH, sent.length);
        response.write(true, ByteBuffer.wrap(isHead(request) ? new byte[0] : sent), callback);
    }

    private static boolean isKnown(Request request, String etag) {
        return request.getHeaders().getValuesList(HttpHeader.IF_NONE_MATCH).stream()
                .flatMap(list -> Arrays.stream(list.split(",")))
                .map(known -> known.strip().replaceFirst("^W/", ""))
                .anyMatch(known -> known.equals(etag) || known.equals("*"));
    }

    private static boolean takesGzip(Request request) {
        return request.getHeaders().getQualityCSV(HttpHeader.ACCEPT_ENCODING).stream()
                .anyMatch("gzip"::equalsIgnoreCase);
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new FastGzip(packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }

    private static void stream(Request request, Response response, Callback callback, Answer.Stream stream)
            throws IOException {
        HttpFields.Mutable fields = response.getHeaders();
        fields.put(HttpHeader.CONTENT_TYPE, stream.type());
        stream.fileName().ifPresent(name -> fields.put("Content-Disposition", attachment(name)));
        if (!isHead(request)) {
            OutputStream out = Content.Sink.asOutputStream(response);
            stream.writer().accept(out);
            // Not when it failed: to its reader an answer that ends in order is whole.
            out.close();
        }
        callback.succeeded();
    }

    private static String attachment(String fileName) {
        return "attachment; filename=\"" + fileName.replaceAll("[^A-Za-z0-9._-]", "_") + "\"";
    }

    private void file(Request request, Response response, Callback callback, Answer.FileContent content)
            throws IOException {
        Path path = permitted(content.path());
        FileChannel file = FileChannel.open(path, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
        try {
            long size = file.size();
            HttpFields.Mutable fields = response.getHeaders();
            fields.put(HttpHeader.CONTENT_TYPE, content.type());
            fields.put(HttpHeader.ACCEPT_RANGES, "bytes");
            Optional<String> etag = etag(path, size);
            etag.ifPresent(tag -> fields.put(HttpHeader.ETAG, tag));
            if (etag.isPresent() && isKnown(request, etag.get())) {
                response.setStatus(304);
                empty(file, response, callback);
                return;
            }
            Optional<ByteRange> range = range(request, etag, size);
            if (range.isPresent() && !range.get().isSatisfiable()) {
                fields.put(HttpHeader.CONTENT_RANGE, "bytes */" + size);
                fields.put(HttpHeader.CONTENT_LENGTH, 0);
                response.setStatus(416);
                empty(file, response, callback);
                return;
            }
            range.ifPresent(part -> {
                response.setStatus(206);
                fields.put(HttpHeader.CONTENT_RANGE, part.contentRange(size));
            });
            ByteRange part = range.orElse(new ByteRange(0, size));
            fields.put(HttpHeader.CONTENT_LENGTH, part.length());
            if (isHead(request) || part.length() == 0) {
                empty(file, response, callback);
            } else {
                new FileWriter(file, part, response, callback).iterate();
            }
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private static void empty(FileChannel file, Response response, Callback callback) throws IOException {
        file.close();
        response.write(true, ByteBuffer.allocate(0), callback);
    }

    /** Links made since the index looked lead nowhere. */
    private Path permitted(Path path) throws IOException {
        if (!Files.exists(path)) {
            throw new NoSuchFileException(path.toString());
        }
        Path real = path.toRealPath();
        if (!real.equals(path) || fileFolders.stream().noneMatch(real::startsWith) || !Files.isRegularFile(real)) {
            throw Refusal.notFound(path.getFileName() + " is no file of a served folder; serve the folder it lies in");
        }
        return real;
    }

    /** Of a file that may still grow there is none, for players give up when it changes. */
    private static Optional<String> etag(Path path, long size) throws IOException {
        long changed = Files.getLastModifiedTime(path).toMillis();
        return Settled.is(path)
                ? Optional.of("\"" + Long.toHexString(size) + "-" + Long.toHexString(changed) + "\"")
                : Optional.empty();
    }

    private static Optional<ByteRange> range(Request request, Optional<String> etag, long size) {
        String condition = request.getHeaders().get(HttpHeader.IF_RANGE);
        boolean isSame = condition == null || etag.isPresent() && condition.equals(etag.get());
        return Optional.ofNullable(request.getHeaders().get(HttpHeader.RANGE))
                .filter(range -> isSame && isReading(request))
                .flatMap(range -> ByteRange.parse(range, size));
    }

    private static boolean isReading(Request request) {
        return request.getMethod().equals("GET") || isHead(request);
    }

    private static boolean isHead(Request request) {
        return request.getMethod().equals("HEAD");
    }

    /** Compression that takes less time than it saves, also for a client on this machine. */
    private static final class FastGzip extends GZIPOutputStream {
        FastGzip(OutputStream out) throws IOException {
            super(out, 1 << 16);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
