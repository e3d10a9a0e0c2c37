package io.grizzlythrift.catalog.json;

import com.fasterxml.jackson.core.JsonParser;
import io.grizzlythrift.internal.util.JsonContainers;
import java.io.IOException;
import java.util.Objects;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocol;

/** Converts documents of JSON to Thrift. */
final class DocumentReader {
    private final JsonFormat format;
    private final JsonLimits limits;

    DocumentReader(JsonFormat format, JsonLimits limits) {
        this.format = format;
        this.limits = limits;
    }

    void read(StructCodec codec, byte[] json, int offset, int length, TProtocol out) throws TException {
        Objects.checkFromIndexSize(offset, length, json.length);
        if (length > limits.maxBytes()) {
            throw TranscodingException.of("$", limits.tooBig());
        }
        ContainerSizes sizes = sizesOf(json, offset, length);
        try (JsonParser parser = format.parser(json, offset, length)) {
            try {
                parser.nextToken();
                codec.toThrift(new JsonSource(parser, sizes, limits), out);
            } catch (ValueException e) {
                throw TranscodingException.of(JsonPath.ofRead(parser.getParsingContext()), e);
            }
        } catch (IOException e) { // not after the first reading
            throw TranscodingException.ofMalformed("$", e);
        }
    }

    private ContainerSizes sizesOf(byte[] json, int offset, int length) throws TranscodingException {
        try (JsonParser parser = format.parser(json, offset, length)) {
            try {
                return ContainerSizes.of(parser, JsonContainers.atMost(json, offset, length));
            } catch (ValueException e) {
                throw TranscodingException.of("$", e);
            } catch (IOException e) {
                throw TranscodingException.ofMalformed(JsonPath.ofRead(parser.getParsingContext()), e);
            }
        } catch (IOException e) { // of the first bytes
            throw TranscodingException.ofMalformed("$", e);
        }
    }
}
