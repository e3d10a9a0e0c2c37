package io.grizzlythrift.internal.json;

import io.grizzlythrift.catalog.FieldDescription;
import io.grizzlythrift.catalog.MethodDescription;
import io.grizzlythrift.internal.call.ErrorReply;
import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.util.JsonContainers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocol;

/** A call whose arguments are the body of a request, as a JSON object by name, and whose result is JSON, too. */
final class JsonCall extends TranscodedCall {
    private static final byte[] NO_ARGUMENTS = {'{', '}'};

    private final String name;
    private final Optional<MethodDescription> method;

    /** Null once it is converted or discarded. */
    private byte[] body;

    private final int length;

    /** @param body begins with the JSON; without any byte, the call has no arguments */
    JsonCall(JsonRoute.Method route, byte[] body, int length, Transcoders transcoders) {
        super(
                route.headerName(),
                route.description().filter(MethodDescription::oneway).isPresent(),
                transcoders);
        name = route.headerName();
        method = route.description();
        this.body = length == 0 ? NO_ARGUMENTS : body;
        this.length = length == 0 ? NO_ARGUMENTS.length : length;
    }

    @Override
    int bodyBytes() {
        return body == null ? 0 : body.length;
    }

    /** {@return the heap that the transcoder needs: an int for each container of the body, which are many in a hostile one} */
    @Override
    long conversionBytes() {
        return body == null ? 0 : (long) Integer.BYTES * JsonContainers.atMost(body, 0, length);
    }

    @Override
    public void discard() {
        body = null;
    }

    @Override
    void writeArguments(TProtocol out) throws TException {
        byte[] json = body;
        body = null;
        if (method.isEmpty()) {
            throw new ErrorReply(TApplicationException.UNKNOWN_METHOD, "no method '" + name + "'");
        }
        transcoders.arguments().writeArguments(method.get(), json, 0, length, out);
    }

    @Override
    ByteBuffer convertResult(TProtocol in, MemoryAccount memory) throws TException, IOException {
        try (JsonReply value = new JsonReply(memory)) {
            Optional<FieldDescription> thrown = transcoders.results().readResult(method.orElseThrow(), in, value);
            return thrown.isEmpty()
                    ? value.withStatus(JsonHeads.OK)
                    : exception(thrown.get().type().idlName(), value, memory);
        }
    }

    private static ByteBuffer exception(String type, JsonReply value, MemoryAccount memory) throws IOException {
        try (JsonReply text = new JsonReply(memory)) {
            JsonText.writeException(type, value, text);
            return text.withStatus(JsonHeads.UNPROCESSABLE_CONTENT);
        }
    }
}
