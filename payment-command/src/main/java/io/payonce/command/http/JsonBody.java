package io.payonce.command.http;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.springframework.http.HttpStatus;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Reads a request's body strictly: one JSON object in UTF-8, no duplicate members, nothing after it. */
public final class JsonBody {
    /** The largest body that is read, in bytes. */
    public static final int BYTES_MAX = 64 * 1024;

    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(8)
                            .maxNumberLength(64)
                            .build())
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private JsonBody() {}

    /**
     * The body as a JSON object.
     *
     * @throws BadRequest if it is too large or no such object
     */
    public static ObjectNode read(HttpServletRequest request) throws IOException {
        return parse(bytes(request));
    }

    /**
     * Reads the body of a request that has nothing to say: none, an empty one, or {@code {}}.
     *
     * @throws BadRequest if it says something
     */
    public static void readNothing(HttpServletRequest request) throws IOException {
        var bytes = bytes(request);
        if (bytes.length > 0) {
            new Members(parse(bytes), Set.of()).throwIfInvalid();
        }
    }

    private static byte[] bytes(HttpServletRequest request) throws IOException {
        var bytes = request.getInputStream().readNBytes(BYTES_MAX + 1);
        if (bytes.length > BYTES_MAX) {
            throw BadRequest.of(
                    Problem.of(HttpStatus.CONTENT_TOO_LARGE, "body_too_large", "The body may have 64 KiB at most."));
        }
        return bytes;
    }

    static ObjectNode parse(byte[] bytes) {
        try {
            if (bytes.length > 0 && JSON.readTree(bytes) instanceof ObjectNode object) {
                return object;
            }
        } catch (StreamConstraintsException e) {
            throw malformed("nests too deep or has too long a number");
        } catch (JacksonException e) {
            throw malformed(e.getOriginalMessage().lines().findFirst().orElse("is not JSON"));
        }
        throw malformed("must be one JSON object");
    }

    private static BadRequest malformed(String why) {
        return BadRequest.of(Problem.of(HttpStatus.BAD_REQUEST, "malformed_json", "The body cannot be read: " + why)
                .withErrors(List.of(new Problem.FieldError("body", why))));
    }
}
