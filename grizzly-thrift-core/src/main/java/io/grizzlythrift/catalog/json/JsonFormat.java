package io.grizzlythrift.catalog.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.StreamWriteFeature;
import java.io.IOException;
import java.io.OutputStream;

/** Creates parsers and generators of JSON. The names of fields of peers are not kept: no table of symbols. */
final class JsonFormat {
    private final JsonFactory factory;

    /** Creates a format, or throws an IllegalStateException if the library is missing. */
    static JsonFormat create(JsonLimits limits) {
        try {
            return new JsonFormat(limits);
        } catch (NoClassDefFoundError e) {
            throw new IllegalStateException("JSON needs com.fasterxml.jackson.core:jackson-core on the class path", e);
        }
    }

    private JsonFormat(JsonLimits limits) {
        factory = JsonFactory.builder()
                .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .enable(StreamWriteFeature.STRICT_DUPLICATE_DETECTION)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(limits.maxNesting())
                        .maxNameLength(limits.maxBytes())
                        .maxStringLength(limits.maxBytes())
                        .build())
                .streamWriteConstraints(StreamWriteConstraints.builder()
                        .maxNestingDepth(limits.maxNesting())
                        .build())
                .build();
    }

    /** Returns a parser that rejects objects that have a name twice. */
    JsonParser strictParser(byte[] json, int offset, int length) throws IOException {
        return parser(json, offset, length).enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION.mappedFeature());
    }

    JsonParser parser(byte[] json, int offset, int length) throws IOException {
        return factory.createParser(json, offset, length);
    }

    JsonGenerator generator(OutputStream out) throws IOException {
        return factory.createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    }
}
