package io.grizzlythrift.message;

import io.grizzlythrift.frame.FrameOutput;
import java.util.Objects;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.scheme.StandardScheme;

/**
 * A protocol whose message header can be read ahead of the generated processor, which then gets it again from
 * {@code readMessageBegin()}. So the type of a message can be checked, and a failure answered with its sequence id,
 * without a processor's help and without decoding twice.
 */
public interface MessageProtocol {
    /**
     * Makes a reader for the messages of a protocol. Without indirection for the binary and the compact
     * {@link ThriftProtocol}, with a decorator for any other.
     *
     * @param factory the protocol
     * @param transport what it reads and writes
     * @return a protocol for one thread at a time
     * @throws IllegalArgumentException if the protocol cannot be decorated because generated code wants its very class,
     *     as it does of TTupleProtocol
     */
    static MessageProtocol create(TProtocolFactory factory, MessageTransport transport) {
        if (factory == ThriftProtocol.BINARY) {
            return new BinaryMessageProtocol(transport);
        }
        if (factory == ThriftProtocol.COMPACT) {
            return new CompactMessageProtocol(transport);
        }
        TProtocol decorated = factory.getProtocol(transport);
        if (decorated.getScheme() != StandardScheme.class) {
            throw new IllegalArgumentException(
                    "protocol " + decorated.getClass().getName()
                            + " has a scheme of its own, only the standard scheme can be used");
        }
        return new DecoratedMessageProtocol(decorated, transport);
    }

    /**
     * Checks that {@link #create} can use a protocol.
     *
     * @param factory the protocol
     * @return the same factory
     * @throws IllegalArgumentException if it cannot
     */
    static TProtocolFactory requireUsable(TProtocolFactory factory) {
        create(
                Objects.requireNonNull(factory, "protocol"),
                new MessageTransport(new TConfiguration(), new FrameOutput(0), () -> {}));
        return factory;
    }

    /**
     * What the generated processor reads from and writes to.
     *
     * @return always the same object
     */
    TProtocol protocol();

    /**
     * Reads the header of the next message. What the protocol may have kept of the one before is reset: generated code
     * answers bad arguments by itself and then leaves the protocol as it was where they went bad.
     *
     * @return its name, type and sequence id
     * @throws TException if the bytes are not a message of this protocol
     */
    TMessage readHeader() throws TException;

    /**
     * Has the next {@code readMessageBegin()} return a header that was read already.
     *
     * @param header as read, or with another name
     */
    void replay(TMessage header);

    /**
     * Whether the arguments of the message have been read to their end.
     *
     * @return false from {@link #readHeader} until {@code readMessageEnd()}
     */
    boolean argumentsRead();

    /**
     * The type of the message that was written last.
     *
     * @return 0 if none was begun since {@link #readHeader}
     */
    byte writtenType();
}
