package io.grizzlythrift.internal.message;

import io.grizzlythrift.internal.frame.FrameOutput;
import io.grizzlythrift.message.ThriftProtocol;
import java.util.Objects;
import java.util.Optional;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.scheme.StandardScheme;

/**
 * A protocol that lets the caller read a message header before the generated processor runs. The processor then gets
 * the same header from {@code readMessageBegin()}. This lets the caller check the message type, and reply to a failure
 * with the right sequence id, without the processor and without decoding twice.
 */
public interface MessageProtocol {
    /**
     * Creates a message protocol: a direct implementation for the binary and the compact {@link ThriftProtocol}, and a
     * decorator for any other protocol.
     *
     * @param factory the protocol
     * @param transport the transport to read from and write to
     * @return a protocol for use by one thread at a time
     * @throws IllegalArgumentException if the protocol cannot be decorated because generated code requires its class,
     *     as for TTupleProtocol
     */
    static MessageProtocol create(TProtocolFactory factory, MessageTransport transport) {
        return create(factory, transport, Optional.empty());
    }

    /**
     * Creates a message protocol whose reads are observed.
     *
     * @param factory the protocol
     * @param transport the transport to read from and write to
     * @param listener observes the reading of arguments; empty for none
     * @return a protocol for use by one thread at a time
     * @throws IllegalArgumentException if the protocol cannot be decorated
     */
    static MessageProtocol create(
            TProtocolFactory factory, MessageTransport transport, Optional<ArgumentListener> listener) {
        if (factory == ThriftProtocol.BINARY) {
            return new BinaryMessageProtocol(transport, listener);
        }
        if (factory == ThriftProtocol.COMPACT) {
            return new CompactMessageProtocol(transport, listener);
        }
        TProtocol decorated = factory.getProtocol(transport);
        // facts.md#ttupleprotocol-cannot-be-decorated
        if (decorated.getScheme() != StandardScheme.class) {
            throw new IllegalArgumentException(
                    "protocol " + decorated.getClass().getName()
                            + " has a scheme of its own, only the standard scheme can be used");
        }
        return new DecoratedMessageProtocol(decorated, transport, listener);
    }

    /**
     * Checks that {@link #create} supports a protocol.
     *
     * @param factory the protocol
     * @return the same factory
     * @throws IllegalArgumentException if the protocol is not supported
     */
    static TProtocolFactory requireUsable(TProtocolFactory factory) {
        create(
                Objects.requireNonNull(factory, "protocol"),
                new MessageTransport(new TConfiguration(), new FrameOutput(0), () -> {}));
        return factory;
    }

    /**
     * Returns the name of a protocol for logs.
     *
     * @param factory the protocol
     * @return the constant of {@link ThriftProtocol}, or the class of the factory
     */
    static String nameOf(TProtocolFactory factory) {
        return factory instanceof ThriftProtocol known
                ? known.name()
                : factory.getClass().getName();
    }

    /**
     * Returns the name of the protocol of framed messages for logs.
     *
     * @param framed the protocol; empty if the first byte of each message tells it
     * @return the {@linkplain #nameOf(TProtocolFactory) name} of the protocol, or of both that are accepted
     */
    static String nameOf(Optional<TProtocolFactory> framed) {
        return framed.map(known -> nameOf(known)).orElse(ThriftProtocol.BINARY + " or " + ThriftProtocol.COMPACT);
    }

    /** {@return the protocol that the generated processor reads from and writes to, always the same object} */
    TProtocol protocol();

    /**
     * Reads the header of the next message. Resets the protocol's state first: generated code replies to malformed
     * arguments itself and leaves the protocol in the state in which decoding failed.
     *
     * @return the name, type and sequence id of the message
     * @throws TException if the bytes are not a message of this protocol
     */
    TMessage readHeader() throws TException;

    /**
     * Discards the rest of a message of which only a part was read. Nothing may be partly written. Cheaper than a new
     * protocol, which is needed if a message was partly written.
     */
    void reset();

    /**
     * Prepares to read the body of a message after another protocol of the same kind has read its header.
     *
     * @return false if the header must be read again, because the protocol keeps state from it, as JSON does
     */
    boolean skipHeader();

    /**
     * Sets the header that the next {@code readMessageBegin()} returns.
     *
     * @param header the header that was read, possibly with another name
     */
    void replay(TMessage header);

    /**
     * Returns whether the arguments of the message have been read completely.
     *
     * @return false from {@link #readHeader} until {@code readMessageEnd()}
     */
    boolean argumentsRead();

    /**
     * Returns the type of the last written message.
     *
     * @return 0 if no message was begun since {@link #readHeader}
     */
    byte writtenType();

    /**
     * Returns the type of the last written {@link org.apache.thrift.TApplicationException}. It is the last i32 of that
     * message, so there is no need to decode what generated code has encoded.
     *
     * @return undefined unless {@link #writtenType()} is {@link org.apache.thrift.protocol.TMessageType#EXCEPTION}
     */
    int writtenExceptionType();
}
