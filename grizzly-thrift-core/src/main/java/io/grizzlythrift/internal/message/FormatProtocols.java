package io.grizzlythrift.internal.message;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.internal.header.ReplyHeader;
import io.grizzlythrift.message.ThriftProtocol;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.apache.thrift.protocol.TProtocolFactory;

/**
 * The protocols over one {@link MessageTransport}, one for each {@link WireFormat}. They are created on first use and
 * reused for later messages. Used by one thread at a time.
 */
public final class FormatProtocols {
    private final Optional<TProtocolFactory> framed;
    private final MessageTransport transport;
    private final Optional<ArgumentListener> listener;
    private final Map<WireFormat, MessageProtocol> protocols = new EnumMap<>(WireFormat.class);
    private WireFormat format = WireFormat.FRAMED;

    /**
     * Creates protocols. The current format is {@link WireFormat#FRAMED}.
     *
     * @param framed the protocol of framed messages; empty if their first byte tells it
     * @param transport the transport to read from and write to
     */
    public FormatProtocols(Optional<TProtocolFactory> framed, MessageTransport transport) {
        this(framed, transport, Optional.empty());
    }

    /**
     * Creates protocols whose reads are observed. The current format is {@link WireFormat#FRAMED}.
     *
     * @param framed the protocol of framed messages; empty if their first byte tells it
     * @param transport the transport to read from and write to
     * @param listener observes the reading of arguments; empty for none
     */
    public FormatProtocols(
            Optional<TProtocolFactory> framed, MessageTransport transport, Optional<ArgumentListener> listener) {
        this.framed = framed;
        this.transport = transport;
        this.listener = listener;
    }

    /**
     * Returns the factory of the protocol of a format.
     *
     * @param format the format
     * @param framed the protocol of framed messages; empty if their first byte tells it
     * @return {@code framed}, or the protocol that the format itself states
     */
    public static TProtocolFactory factoryOf(WireFormat format, Optional<TProtocolFactory> framed) {
        return switch (format) {
            case FRAMED -> framed.orElse(ThriftProtocol.BINARY);
            case FRAMED_COMPACT -> framed.orElse(ThriftProtocol.COMPACT);
            case UNFRAMED_BINARY, LAYERED_BINARY, HEADER_BINARY, TRANSCODED -> ThriftProtocol.BINARY;
            case UNFRAMED_COMPACT, LAYERED_COMPACT, HEADER_COMPACT -> ThriftProtocol.COMPACT;
        };
    }

    /**
     * Returns the format of messages in a protocol.
     *
     * @param dialect the dialect
     * @param protocol the protocol
     * @return a format for which {@link #factoryOf} returns the protocol
     * @throws IllegalArgumentException if the dialect does not carry the protocol
     */
    public static WireFormat formatOf(Dialect dialect, TProtocolFactory protocol) {
        for (WireFormat candidate : WireFormat.values()) {
            if (candidate.dialect() == dialect && factoryOf(candidate, Optional.of(protocol)) == protocol) {
                return candidate;
            }
        }
        throw new IllegalArgumentException("protocol is " + MessageProtocol.nameOf(protocol) + ", must be "
                + ThriftProtocol.BINARY + " or " + ThriftProtocol.COMPACT + " if the dialect is " + dialect);
    }

    /** {@return the current format} */
    public WireFormat format() {
        return format;
    }

    /** {@return the factory of the current protocol} */
    public TProtocolFactory factory() {
        return factoryOf(format, framed);
    }

    /**
     * Switches the transport to a format, for messages without a header. No message may be partly written. If there is
     * no memory for the protocol of the format, the current format remains.
     *
     * @param next the current format from now on
     * @return its protocol
     */
    public MessageProtocol use(WireFormat next) {
        MessageProtocol known = protocols.get(next);
        MessageProtocol used = known == null ? make(next) : known;
        format = next;
        transport.writeFrames(next.isFramed());
        return used;
    }

    /**
     * Switches the transport to the format of a reply, and sets the header or the transcoder of that reply.
     *
     * @param next the current format from now on
     * @return its protocol
     */
    public MessageProtocol use(ReplyFormat next) {
        MessageProtocol used = use(next.wire());
        if (next.header().isPresent()) {
            ReplyHeader header = next.header().get();
            transport.writeHeader(header::close);
        }
        if (next.transcoder().isPresent()) {
            transport.transcodeWritten(next.transcoder().get());
        }
        return used;
    }

    /**
     * Replaces the current protocol, because a protocol that stopped half-way through a message keeps state.
     *
     * @return a new protocol of the same format
     */
    public MessageProtocol renew() {
        return make(format);
    }

    private MessageProtocol make(WireFormat of) {
        MessageProtocol made = MessageProtocol.create(factoryOf(of, framed), transport, listener);
        protocols.put(of, made);
        return made;
    }
}
