package io.github.roboreel.dashboard.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Route;
import io.github.roboreel.format.FormatJson;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;

/** Requests as endpoints see them. */
final class RequestReader {
    private static final int MAX_BODY = 1 << 16;

    private RequestReader() {}

    static io.github.roboreel.dashboard.api.Request read(Request request, Map<String, String> ids) throws IOException {
        return new io.github.roboreel.dashboard.api.Request(ids, parameters(request), headers(request), body(request));
    }

    /** The same for an endpoint; where POST asks like GET, its body has parameters. */
    static io.github.roboreel.dashboard.api.Request read(Request request, Map<String, String> ids, Route endpoint)
            throws IOException {
        io.github.roboreel.dashboard.api.Request read = read(request, ids);
        if (endpoint.isAskedByPost() && !read.body().isMissingNode()) {
            addAll(read.parameters(), read.body());
        }
        return read;
    }

    private static void addAll(Map<String, List<String>> parameters, JsonNode body) throws Refusal {
        if (!body.isObject()) {
            throw noParameters();
        }
        for (Map.Entry<String, JsonNode> each : body.properties()) {
            List<String> values = new ArrayList<>(parameters.getOrDefault(each.getKey(), List.of()));
            for (JsonNode value : each.getValue().isArray() ? each.getValue() : List.of(each.getValue())) {
                if (value.isContainerNode()) {
                    throw noParameters();
                }
                if (!value.isNull()) {
                    values.add(value.asText());
                }
            }
            parameters.put(each.getKey(), values);
        }
    }

    private static Refusal noParameters() {
        return Refusal.badRequest(
                "the request's body is no JSON object of parameters; send {\"name\": [\"value\", ...], ...}");
    }

    /** Values by name, in the order given. */
    static Map<String, List<String>> parameters(Request request) throws Refusal {
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        try {
            for (Fields.Field field : Request.extractQueryParameters(request)) {
                parameters.put(field.getName(), field.getValues());
            }
        } catch (IllegalArgumentException | HttpException.RuntimeException e) {
            throw Refusal.badRequest("the address's parameters are not encoded as addresses are; encode them in UTF-8");
        }
        return parameters;
    }

    private static Map<String, String> headers(Request request) {
        Map<String, String> headers = new HashMap<>();
        request.getHeaders().forEach(field -> headers.putIfAbsent(field.getLowerCaseName(), field.getValue()));
        // Nothing behind the gate needs what opened it.
        headers.remove("cookie");
        headers.remove("authorization");
        return headers;
    }

    private static JsonNode body(Request request) throws IOException {
        if (request.getMethod().equals("GET") || request.getMethod().equals("HEAD")) {
            return MissingNode.getInstance();
        }
        String type = request.getHeaders().get(HttpHeader.CONTENT_TYPE);
        if (type == null
                || !type.toLowerCase(Locale.ROOT)
                        .replaceFirst(";.*", "")
                        .strip()
                        .equals("application/json")) {
            throw Refusal.of(415, "the request's type is " + type + "; send application/json");
        }
        if (request.getLength() > MAX_BODY) {
            throw tooLong();
        }
        byte[] bytes;
        try (InputStream in = Request.asInputStream(request)) {
            bytes = in.readNBytes(MAX_BODY + 1);
        }
        if (bytes.length > MAX_BODY) {
            throw tooLong();
        }
        try {
            return FormatJson.read(bytes);
        } catch (JsonProcessingException e) {
            throw Refusal.badRequest("the request's body is no JSON: " + e.getOriginalMessage());
        }
    }

    private static Refusal tooLong() {
        return Refusal.of(413, "the request is longer than 64 KiB; send less at a time");
    }
}
