package io.grizzlythrift.internal.json;

import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.catalog.json.JsonTranscoder;
import io.grizzlythrift.catalog.json.LongFormat;
import io.grizzlythrift.catalog.json.TranscodingException;
import io.grizzlythrift.internal.call.ErrorReply;
import io.grizzlythrift.internal.call.RejectedCall;
import io.grizzlythrift.internal.dispatch.CallFailures;
import io.grizzlythrift.internal.message.LogSanitizer;
import io.grizzlythrift.internal.metrics.LimitReporter;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolException;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TMemoryInputTransport;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Converts the transcoders to the calls of one server. Thread-safe. */
final class Transcoders {
    private static final Logger LOG = LoggerFactory.getLogger(Transcoders.class);

    /** Converts the result of a call that did not fail. */
    interface Result {
        ByteBuffer convert(TProtocol in) throws TException, IOException;
    }

    private final LogLimiter log = new LogLimiter(System::nanoTime);
    private final JsonTranscoder arguments;
    private final JsonTranscoder results;
    private final ServerLimits limits;
    private final LimitReporter limitReporter;

    Transcoders(ServiceCatalog catalog, ServerLimits limits, LimitReporter limitReporter) {
        this.limits = limits;
        arguments = transcoder(catalog, limits.maxFrameBytes());
        results = transcoder(catalog, limits.maxReplyBytes());
        this.limitReporter = limitReporter;
    }

    private JsonTranscoder transcoder(ServiceCatalog catalog, int maxBytes) {
        return JsonTranscoder.builder(catalog)
                .maxDepth(limits.maxDepth())
                .maxBytes(maxBytes)
                .longs(LongFormat.STRING_IF_INEXACT) // scripts would round them
                .build();
    }

    JsonTranscoder arguments() {
        return arguments;
    }

    JsonTranscoder results() {
        return results;
    }

    /** {@return the limits on one message; a new object, because libthrift modifies it} */
    TConfiguration configuration() {
        return TConfiguration.custom()
                .setMaxMessageSize(limits.maxFrameBytes())
                .setMaxFrameSize(limits.maxFrameBytes())
                .setRecursionLimit(limits.maxDepth())
                .build();
    }

    /** Converts a reply to the call with the given header, to bytes that begin with its status. Throws nothing but Errors. */
    ByteBuffer convert(TMessage header, byte[] array, int offset, int length, Result result) {
        try {
            TProtocol in = read(array, offset, length);
            if (in.readMessageBegin().type != TMessageType.EXCEPTION) {
                return result.convert(in);
            }
            Optional<RejectedCall> rejection = RejectedCall.readRejection(in);
            return JsonFailures.of(rejection.isPresent() ? rejection.get() : failure(array, offset, length))
                    .withStatus();
        } catch (JsonReply.NoMemoryException e) {
            return JsonFailures.of(withoutMemory(header, e)).withStatus();
        } catch (TException | IOException | RuntimeException e) {
            if (e instanceof TranscodingException invalid && invalid.getType() == TProtocolException.SIZE_LIMIT) {
                int max = limits.maxReplyBytes();
                String size = "more than " + max;
                return JsonFailures.of(CallFailures.replyTooLarge(limitReporter, header, size, max))
                        .withStatus();
            }
            log.log(suppressed -> LOG.error(
                    "the reply to {} cannot be converted to JSON{}",
                    LogSanitizer.printable(header.name),
                    LogLimiter.suffix(suppressed),
                    LogSanitizer.withoutMessage(e)));
            return JsonFailures.of(new ErrorReply(
                            TApplicationException.INTERNAL_ERROR,
                            "the reply to " + header.name + " cannot be converted"))
                    .withStatus();
        }
    }

    /** Returns the reply to a call that has run: its caller must not take it for one that was rejected. */
    private TApplicationException withoutMemory(TMessage header, JsonReply.NoMemoryException cause) {
        String reason = " cannot be converted to JSON: " + cause.getMessage();
        limitReporter.reached(
                LimitType.BUFFERED_BYTES_CALL_REJECTED,
                1,
                () -> "the reply to " + LogSanitizer.printable(header.name) + reason);
        return new ErrorReply(TApplicationException.INTERNAL_ERROR, "the reply to " + header.name + reason);
    }

    private static TApplicationException failure(byte[] array, int offset, int length) throws TException {
        TProtocol in = read(array, offset, length);
        in.readMessageBegin();
        return TApplicationException.readFrom(in);
    }

    /** Reads a message of this server: its size and depth were limited when it was written. */
    private static TProtocol read(byte[] array, int offset, int length) throws TException {
        TConfiguration any =
                TConfiguration.custom().setMaxMessageSize(Integer.MAX_VALUE).build();
        return new BinaryReader(new TMemoryInputTransport(any, array, offset, length));
    }

    /** Reads containers of all types. */
    private static final class BinaryReader extends TBinaryProtocol {
        private static final int UUID_BYTES = 2 * Long.BYTES;

        BinaryReader(TTransport transport) {
            super(transport);
        }

        @Override
        public int getMinSerializedSize(byte type) throws TTransportException {
            // facts.md#containers-of-uuids-cannot-be-read
            return type == TType.UUID ? UUID_BYTES : super.getMinSerializedSize(type);
        }
    }
}
