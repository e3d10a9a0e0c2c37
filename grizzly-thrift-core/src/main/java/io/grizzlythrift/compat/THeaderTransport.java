package io.grizzlythrift.compat;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.header.Transform;
import io.grizzlythrift.internal.header.FrameHeader;
import io.grizzlythrift.internal.header.HeaderMap;
import io.grizzlythrift.internal.header.OutgoingHeader;
import io.grizzlythrift.internal.header.TransformException;
import io.grizzlythrift.message.ThriftProtocol;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.WeakHashMap;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TByteArrayOutputStream;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.transport.TNonblockingTransport;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.TTransportFactory;
import org.apache.thrift.transport.layered.TLayeredTransport;
import org.jspecify.annotations.Nullable;

/**
 * Apache Thrift's THeader transport for libthrift's own clients and servers: messages with headers, which are pairs of
 * names and values. Always used together with {@link THeaderProtocol}, around a blocking transport such as {@code
 * TSocket}, with or without TLS.
 *
 * <p><b>A client</b> writes first: frames with a header, in the chosen protocol.
 *
 * <pre>
 *   THeaderTransport transport = new THeaderTransport(new TSocket(host, port));
 *   Calculator.Client client = new Calculator.Client(new THeaderProtocol(transport));
 *   transport.open();
 *   transport.setWriteHeader("tenant", "blue");
 *   int sum = client.add(1, 2);
 *   Map&lt;String, String&gt; replyHeaders = transport.getReadHeaders();
 * </pre>
 *
 * <p><b>A server</b>, {@code TThreadPoolServer} or {@code TSimpleServer}, reads first. The first bytes of a connection
 * determine its dialect: frames with a header, frames without, or messages without a frame; strict binary or compact
 * protocol. Replies are sent in the same dialect and protocol, and with the transforms of their calls. A handler gets
 * its transport from {@link #current()}. Set a {@link Factory} with {@code transportFactory} and a {@link
 * THeaderProtocol.Factory} with {@code protocolFactory}:
 *
 * <pre>
 *   new TThreadPoolServer(new TThreadPoolServer.Args(new TServerSocket(port))
 *       .transportFactory(new THeaderTransport.Factory())
 *       .protocolFactory(new THeaderProtocol.Factory())
 *       .processor(processor));
 * </pre>
 *
 * <p>Servers and clients on a {@link TNonblockingTransport}, such as {@code TNonblockingServer}, {@code THsHaServer}
 * and {@code TThreadedSelectorServer}, are not supported, because they split frames themselves.
 *
 * <p>A message is read as a whole. In any dialect, its size is limited to {@code maxFrameSize} in the {@link
 * TConfiguration} of the inner transport, also after decompression; above 64 KiB it may be at most 100 times its
 * compressed size. Malformed bytes close the connection with a {@link TTransportException} of type {@link
 * TTransportException#CORRUPTED_DATA}. If only the content of a frame cannot be read, because its transform or its
 * protocol is unknown, a server replies with an exception and continues to read, and a client throws.
 *
 * <p>Used by one thread at a time, like other transports.
 */
public final class THeaderTransport extends TLayeredTransport {
    /**
     * The largest size of all headers of a message, including persistent ones: {@value}. The size of a header is that
     * of its name and its value in UTF-8, plus 160 bytes.
     */
    public static final int MAX_HEADER_BYTES = HeaderMap.MAX_BYTES;

    private static final ThreadLocal<THeaderTransport> CURRENT = new ThreadLocal<>();
    private static final int FIRST_CAPACITY = 1024;

    /** The side of this transport: a client if it writes first, a server if it reads first. */
    private enum Role {
        UNDECIDED,
        CLIENT,
        SERVER
    }

    private final ThriftProtocol protocol;
    private final List<Transform> transforms;
    private HeaderMap writeHeaders = HeaderMap.NONE;
    private HeaderMap persistentHeaders = HeaderMap.NONE;
    private final TByteArrayOutputStream output = new TByteArrayOutputStream(FIRST_CAPACITY);
    private boolean messageWritten;

    // State of one connection, renewed by close.
    private Role role = Role.UNDECIDED;
    private MessageReader reader;
    private ReadHeaders readHeaders = new ReadHeaders();
    private ReceivedMessage input = ReceivedMessage.NONE;
    private int sequenceId;

    /**
     * Creates a transport that, as a client, writes the binary protocol.
     *
     * @param inner a blocking transport that reads and writes the bytes
     * @throws IllegalArgumentException if it is a {@link TNonblockingTransport}
     */
    public THeaderTransport(TTransport inner) {
        this(inner, ThriftProtocol.BINARY);
    }

    /**
     * Creates a transport.
     *
     * @param inner a blocking transport that reads and writes the bytes
     * @param protocol the protocol that a client writes: binary or compact. A server replies in the protocol of the
     *     call
     * @param transforms the transforms that a client applies to its messages, in this order, at most 4; not all
     *     implementations know them. A server replies with those of the call
     * @throws IllegalArgumentException if the transport is a {@link TNonblockingTransport}, the protocol is neither
     *     binary nor compact, or a transform is not available
     */
    public THeaderTransport(TTransport inner, ThriftProtocol protocol, Transform... transforms) {
        super(inner);
        if (inner instanceof TNonblockingTransport) {
            throw new IllegalArgumentException(
                    "the transport is a " + inner.getClass().getName() + ", must be blocking, such as a TSocket");
        }
        this.protocol = requireSupported(protocol);
        this.transforms = requireAvailable(transforms);
        reader = new MessageReader(inner);
    }

    private static ThriftProtocol requireSupported(ThriftProtocol protocol) {
        if (Objects.requireNonNull(protocol, "protocol") == ThriftProtocol.JSON) {
            throw new IllegalArgumentException("protocol is JSON, must be BINARY or COMPACT");
        }
        return protocol;
    }

    private static List<Transform> requireAvailable(Transform... transforms) {
        List<Transform> checked = List.of(transforms);
        if (checked.size() > FrameHeader.MAX_TRANSFORMS) {
            throw new IllegalArgumentException(
                    "transforms has " + checked.size() + " elements, must have at most " + FrameHeader.MAX_TRANSFORMS);
        }
        for (Transform transform : checked) {
            if (!transform.isAvailable()) {
                throw new IllegalArgumentException(
                        "transforms is " + checked + ", but the library of " + transform + " is missing");
            }
        }
        return checked;
    }

    /**
     * Creates one transport for each inner one. A server calls it twice for a connection, to read and to write, and
     * gets the same transport, because a reply is sent in the dialect of its call.
     *
     * <p>Thread-safe.
     */
    public static final class Factory extends TTransportFactory {
        private final ThriftProtocol protocol;
        private final Transform[] transforms;
        private final Map<TTransport, WeakReference<THeaderTransport>> made = new WeakHashMap<>();

        /** Creates a factory of transports that, as clients, write the binary protocol. */
        public Factory() {
            this(ThriftProtocol.BINARY);
        }

        /**
         * Creates a factory of transports with the given protocol and transforms for clients.
         *
         * @param protocol see {@link THeaderTransport#THeaderTransport(TTransport, ThriftProtocol, Transform...)}
         * @param transforms likewise
         * @throws IllegalArgumentException likewise
         */
        public Factory(ThriftProtocol protocol, Transform... transforms) {
            this.protocol = requireSupported(protocol);
            this.transforms = requireAvailable(transforms).toArray(Transform[]::new);
        }

        @Override
        public TTransport getTransport(TTransport inner) {
            synchronized (made) {
                THeaderTransport before = Optional.ofNullable(made.get(inner))
                        .map(WeakReference::get)
                        .orElse(null);
                if (before != null && before.getInnerTransport() == inner) {
                    return before;
                }
                THeaderTransport transport = new THeaderTransport(inner, protocol, transforms);
                made.put(inner, new WeakReference<>(transport));
                return transport;
            }
        }
    }

    /**
     * Returns the transport of the call that this thread runs, for use by handlers: {@link #getReadHeaders()} returns
     * the headers of the call, and {@link #setWriteHeader} adds one to the reply.
     *
     * @return empty outside of a call, and if the server does not use a {@link THeaderProtocol}
     */
    public static Optional<THeaderTransport> current() {
        return Optional.ofNullable(CURRENT.get());
    }

    /**
     * Returns the headers of the last message that was read: for a handler, those of its call; for a client, those of
     * the reply. They include persistent headers of the peer. They are decoded on the first call of this method.
     *
     * @return headers by name, ignoring case; unmodifiable; empty in dialects without headers
     */
    public Map<String, String> getReadHeaders() {
        return readHeaders.all();
    }

    /**
     * Sets a header of the next message to write: for a client, its next call; for a handler, the reply. Has no effect
     * on a server whose peer does not send headers.
     *
     * @param name not blank; replaces a header of the same name, ignoring case
     * @param value any text
     * @throws IllegalArgumentException if the name is blank, or the size of all headers of the message, including
     *     persistent ones, would exceed {@link #MAX_HEADER_BYTES}
     */
    public void setWriteHeader(String name, String value) {
        HeaderMap changed = writeHeaders.with(name, value);
        persistentHeaders.withAll(changed.asMap()); // checks the total size
        writeHeaders = changed;
    }

    /** Removes the headers that were set for the next message. */
    public void clearWriteHeaders() {
        writeHeaders = HeaderMap.NONE;
    }

    /**
     * Sets a header of all messages from now on, also after {@link #close} and {@link #open}. It is written with each
     * message, because other implementations of Apache Thrift do not keep headers. {@link #setWriteHeader} overrides
     * it.
     *
     * @param name not blank; replaces a header of the same name, ignoring case
     * @param value any text
     * @throws IllegalArgumentException if the name is blank, or the size of the persistent headers and those of the
     *     next message would exceed {@link #MAX_HEADER_BYTES}
     */
    public void setPersistentWriteHeader(String name, String value) {
        HeaderMap changed = persistentHeaders.with(name, value);
        changed.withAll(writeHeaders.asMap()); // checks the total size
        persistentHeaders = changed;
    }

    /** Removes all persistent headers. */
    public void clearPersistentWriteHeaders() {
        persistentHeaders = HeaderMap.NONE;
    }

    /**
     * Returns the dialect in which the peer sends messages.
     *
     * @return empty until the first message is read
     */
    public Optional<Dialect> getDialect() {
        return reader.dialect();
    }

    /** {@return for a server, the protocol of the last message that it read; for a client, the chosen protocol} */
    public ThriftProtocol getProtocol() {
        if (role != Role.SERVER) {
            return protocol;
        }
        Optional<FrameHeader> header = readHeaders.last();
        return header.isPresent() ? protocolOf(header.get()).orElse(ThriftProtocol.BINARY) : reader.protocol();
    }

    private static Optional<ThriftProtocol> protocolOf(FrameHeader header) {
        return switch (header.protocolId()) {
            case FrameHeader.BINARY -> Optional.of(ThriftProtocol.BINARY);
            case FrameHeader.COMPACT -> Optional.of(ThriftProtocol.COMPACT);
            default -> Optional.empty();
        };
    }

    /** {@return the sequence id in the header of the last message; 0 without headers} */
    public int getSequenceId() {
        return readHeaders.last().map(FrameHeader::sequenceId).orElse(0);
    }

    // For the protocol.

    /**
     * Waits for the next message. Unread bytes of the last one are dropped.
     *
     * @return the protocol of the message
     * @throws TApplicationException if the content of a frame cannot be read; a server must reply with this exception
     * @throws TTransportException if no more messages can be read
     */
    ThriftProtocol nextMessage() throws TTransportException, TApplicationException {
        leaveCall();
        input = ReceivedMessage.NONE;
        if (role == Role.UNDECIDED) {
            role = Role.SERVER;
        }
        ReceivedMessage message = reader.next();
        if (role == Role.CLIENT && message.header().isEmpty()) {
            getInnerTransport().close();
            throw MessageReader.corrupted("the reply has no header: the dialect of the server is "
                    + reader.dialect().get());
        }
        try {
            readHeaders.next(message.header());
        } catch (TTransportException e) {
            getInnerTransport().close();
            throw e;
        }
        if (message.header().isEmpty()) {
            input = message;
            return reader.protocol();
        }
        return readContent(message, message.header().get());
    }

    private ThriftProtocol readContent(ReceivedMessage message, FrameHeader header)
            throws TTransportException, TApplicationException {
        sequenceId = header.sequenceId();
        Optional<ThriftProtocol> known = protocolOf(header);
        if (known.isEmpty()) {
            throw unreadable(
                    TApplicationException.INVALID_PROTOCOL,
                    "protocol " + Integer.toUnsignedString(header.protocolId()) + " is not known");
        }
        try {
            input = header.isTransformed() ? restored(header) : message;
            return known.get();
        } catch (TransformException e) {
            throw unreadable(TApplicationException.INVALID_TRANSFORM, e.getMessage());
        }
    }

    private ReceivedMessage restored(FrameHeader header) throws TransformException {
        byte[] content = header.restore(MessageReader.maxFrameSize(this), bytes -> true);
        return new ReceivedMessage(content, 0, content.length, Optional.of(header));
    }

    /** Throws an exception for a client; returns the reply for a server. */
    private TApplicationException unreadable(int type, @Nullable String reason) throws TTransportException {
        if (role == Role.CLIENT) {
            throw MessageReader.corrupted(reason);
        }
        return new TApplicationException(type, reason);
    }

    /** Called after the header of a message was read. */
    void readBegan(TMessage message) {
        if (isCall(message)) {
            writeHeaders = HeaderMap.NONE; // discards those of a reply that was never written
            CURRENT.set(this);
        }
    }

    private static boolean isCall(TMessage message) {
        return message.type == TMessageType.CALL || message.type == TMessageType.ONEWAY;
    }

    /**
     * Called before a message is written. Drops the previous message if it failed half-way, or sends it if it was not
     * flushed.
     */
    void writeBegins(TMessage message) throws TTransportException {
        if (messageWritten) {
            flush();
        }
        output.reset();
        if (role == Role.UNDECIDED) {
            role = Role.CLIENT;
        }
        if (role == Role.CLIENT) {
            // tells a server that rejects a compressed call that it has no reply
            boolean marked = message.type == TMessageType.ONEWAY && !transforms.isEmpty();
            sequenceId = marked ? FrameHeader.ONEWAY_SEQUENCE_ID : message.seqid;
        }
    }

    /** Called after a message was written. */
    void writeEnded() {
        messageWritten = true;
    }

    private void leaveCall() {
        if (CURRENT.get() == this) {
            CURRENT.remove();
        }
    }

    // For readers and writers of bytes.

    @Override
    public boolean isOpen() {
        return getInnerTransport().isOpen();
    }

    @Override
    public void open() throws TTransportException {
        getInnerTransport().open();
    }

    /** Closes the inner transport, and resets all state of the connection. */
    @Override
    public void close() {
        getInnerTransport().close();
        leaveCall();
        role = Role.UNDECIDED;
        reader = new MessageReader(getInnerTransport());
        readHeaders = new ReadHeaders();
        input = ReceivedMessage.NONE;
        output.reset();
        messageWritten = false;
        writeHeaders = HeaderMap.NONE;
    }

    /**
     * Reads from the current message, which was begun by {@link THeaderProtocol#readMessageBegin}.
     *
     * @throws TTransportException if no bytes of it are left
     */
    @Override
    public int read(byte[] buffer, int offset, int length) throws TTransportException {
        return input.read(buffer, offset, length);
    }

    @Override
    public byte[] getBuffer() {
        return input.array();
    }

    @Override
    public int getBufferPosition() {
        return input.position();
    }

    @Override
    public int getBytesRemainingInBuffer() {
        return input.remaining();
    }

    @Override
    public void consumeBuffer(int length) {
        input.skip(length);
    }

    /**
     * Checks that a number of bytes is left in the current message.
     *
     * @throws TTransportException if fewer are left
     */
    @Override
    public void checkReadBytesAvailable(long bytes) throws TTransportException {
        input.requireRemaining(bytes);
    }

    /** Does nothing: the size of each message is known. */
    @Override
    public void updateKnownMessageSize(long size) {}

    /** Does nothing: the size of each message is known. */
    @Override
    public void resetMessageSizeAndConsumedBytes(long size) {}

    @Override
    public void write(byte[] buffer, int offset, int length) {
        output.write(buffer, offset, length);
    }

    /** Sends the written message. If that fails, the message is dropped. Its headers are dropped in any case. */
    @Override
    public void flush() throws TTransportException {
        try {
            if (output.len() > 0) {
                send(output.get(), output.len());
            }
        } finally {
            output.reset();
            messageWritten = false;
            writeHeaders = HeaderMap.NONE;
        }
        getInnerTransport().flush();
    }

    private void send(byte[] message, int length) throws TTransportException {
        if (role == Role.SERVER && readHeaders.last().isEmpty()) {
            MessageWriter.write(getInnerTransport(), reader.dialect().orElse(Dialect.FRAMED), message, length);
        } else {
            MessageWriter.write(getInnerTransport(), header(), message, length);
        }
    }

    private OutgoingHeader header() {
        boolean replies = role == Role.SERVER;
        int protocolId = getProtocol() == ThriftProtocol.COMPACT ? FrameHeader.COMPACT : FrameHeader.BINARY;
        return new OutgoingHeader(
                replies ? readHeaders.last().get().flags() & FrameHeader.OUT_OF_ORDER : 0,
                sequenceId,
                protocolId,
                replies ? transformsOf(readHeaders.last().get()) : transforms,
                persistentHeaders.withAll(writeHeaders.asMap()).asMap(),
                Map.of());
    }

    /** Returns an empty list for a call with unknown transforms, whose reply is an exception. */
    private static List<Transform> transformsOf(FrameHeader call) {
        try {
            return call.transforms();
        } catch (TransformException e) {
            return List.of();
        }
    }
}
