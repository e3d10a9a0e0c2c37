package io.grizzlythrift.compat;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.header.FrameHeader;
import io.grizzlythrift.header.HeaderMap;
import io.grizzlythrift.header.OutgoingHeader;
import io.grizzlythrift.header.Transform;
import io.grizzlythrift.header.TransformException;
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

/**
 * Apache Thrift's THeader transport for libthrift's own clients and servers: messages with headers, which are pairs of
 * names and values. Always used together with {@link THeaderProtocol}, around a blocking transport such as
 * {@code TSocket}, with TLS or without.
 *
 * <p><b>A client</b> writes first: frames with a header, in the protocol of its choice.
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
 * <p><b>A server</b>, {@code TThreadPoolServer} or {@code TSimpleServer}, reads first. The first bytes of a connection tell
 * its dialect: frames with a header, frames without, or messages without a frame; strict binary or compact protocol.
 * Replies leave in the same dialect and protocol, and with the transforms of their calls. A handler gets its transport from
 * {@link #current()}. Set one {@link Factory} by {@code transportFactory} and a {@link THeaderProtocol.Factory} by
 * {@code protocolFactory}:
 *
 * <pre>
 *   new TThreadPoolServer(new TThreadPoolServer.Args(new TServerSocket(port))
 *       .transportFactory(new THeaderTransport.Factory())
 *       .protocolFactory(new THeaderProtocol.Factory())
 *       .processor(processor));
 * </pre>
 *
 * <p>Servers and clients around {@link TNonblockingTransport} are not supported, {@code TNonblockingServer},
 * {@code THsHaServer} and {@code TThreadedSelectorServer} among them: they split frames themselves.
 *
 * <p>A message is read as a whole, of at most {@code maxFrameSize} bytes of the {@link TConfiguration} of the inner
 * transport, in any dialect and also when it is decompressed; above 64 KiB it may be at most 100 times as large as it was
 * compressed. Malformed bytes close the connection with a {@link TTransportException} of type
 * {@link TTransportException#CORRUPTED_DATA}. If only the content of a frame cannot be read, because its transform or its
 * protocol is not known, a server replies so and reads on, and a client throws.
 *
 * <p>Used by one thread at a time, like other transports.
 */
public final class THeaderTransport extends TLayeredTransport {
    /**
     * The largest size of all headers of a message, with those of each message: {@value}. Each counts its name and its value
     * in UTF-8, and {@value HeaderMap#PAIR_BYTES} more.
     */
    public static final int MAX_HEADER_BYTES = HeaderMap.MAX_BYTES;

    private static final ThreadLocal<THeaderTransport> CURRENT = new ThreadLocal<>();
    private static final int FIRST_CAPACITY = 1024;

    /** Which side this is: decided by what happens first. */
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

    // Of one connection: new after close.
    private Role role = Role.UNDECIDED;
    private MessageReader reader;
    private ReadHeaders readHeaders = new ReadHeaders();
    private ReceivedMessage input = ReceivedMessage.NONE;
    private int sequenceId;

    /**
     * Makes a transport that, as a client, writes the binary protocol.
     *
     * @param inner reads and writes bytes; blocking
     * @throws IllegalArgumentException if it is a {@link TNonblockingTransport}
     */
    public THeaderTransport(TTransport inner) {
        this(inner, ThriftProtocol.BINARY);
    }

    /**
     * Makes a transport.
     *
     * @param inner reads and writes bytes; blocking
     * @param protocol what a client writes: binary or compact. A server replies in the protocol of the call
     * @param transforms what a client does to its messages, in this order, at most 4; not all implementations know them. A
     *     server replies with those of the call
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
     * Makes one transport for each inner one: a server calls it twice for a connection, to read and to write, and gets the
     * same one, because a reply leaves in the dialect of the call.
     *
     * <p>Thread-safe.
     */
    public static final class Factory extends TTransportFactory {
        private final ThriftProtocol protocol;
        private final Transform[] transforms;
        private final Map<TTransport, WeakReference<THeaderTransport>> made = new WeakHashMap<>();

        /** Makes transports that, as clients, write the binary protocol. */
        public Factory() {
            this(ThriftProtocol.BINARY);
        }

        /**
         * Makes transports for clients with a choice.
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
     * Returns the transport of the call that this thread runs, for handlers: its {@link #getReadHeaders()} are those of the
     * call, and {@link #setWriteHeader} adds to the reply.
     *
     * @return empty outside of a call, and if the server does not read by a {@link THeaderProtocol}
     */
    public static Optional<THeaderTransport> current() {
        return Optional.ofNullable(CURRENT.get());
    }

    /**
     * Returns the headers of the last message that was read: to a handler those of its call, to a client those of the
     * reply. Persistent headers of the peer are among them. Decoded when called the first time.
     *
     * @return by name, whose case does not matter; unmodifiable; empty in dialects without headers
     */
    public Map<String, String> getReadHeaders() {
        return readHeaders.all();
    }

    /**
     * Sets a header of the next message that is written: by a client its next call, by a handler the reply. Without effect
     * if the peer of a server does not send headers.
     *
     * @param name not blank; a value of the same name, whose case does not matter, is replaced
     * @param value in any characters
     * @throws IllegalArgumentException if the name is blank, or the headers of the message count more than {@link
     *     #MAX_HEADER_BYTES} with it, those of each message included
     */
    public void setWriteHeader(String name, String value) {
        HeaderMap changed = writeHeaders.with(name, value);
        persistentHeaders.withAll(changed.asMap()); // not too large together
        writeHeaders = changed;
    }

    /** Removes the headers of the next message that were set. */
    public void clearWriteHeaders() {
        writeHeaders = HeaderMap.NONE;
    }

    /**
     * Sets a header of each message from now on, also after {@link #close} and {@link #open}. It is written with each one,
     * because other implementations of Apache Thrift do not keep headers. {@link #setWriteHeader} overrides it.
     *
     * @param name not blank; a value of the same name, whose case does not matter, is replaced
     * @param value in any characters
     * @throws IllegalArgumentException if the name is blank, or the persistent headers and those of the next message count
     *     more than {@link #MAX_HEADER_BYTES} with it
     */
    public void setPersistentWriteHeader(String name, String value) {
        HeaderMap changed = persistentHeaders.with(name, value);
        changed.withAll(writeHeaders.asMap()); // not too large together
        persistentHeaders = changed;
    }

    /** Removes the headers of each message. */
    public void clearPersistentWriteHeaders() {
        persistentHeaders = HeaderMap.NONE;
    }

    /**
     * Returns how the peer sends messages.
     *
     * @return empty until the first message was read
     */
    public Optional<Dialect> getDialect() {
        return reader.dialect();
    }

    /** {@return the protocol of the last message that a server read; what was chosen, for a client} */
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
     * Waits for the next message. What is left of the last one is dropped.
     *
     * @return the protocol of the message
     * @throws TApplicationException if a server must reply that it cannot read the content of a frame
     * @throws TTransportException if nothing can be read any more
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
            throw corrupted("the reply has no header: the dialect of the server is "
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
        byte[] content = header.restore(maxFrameSize(), bytes -> true);
        return new ReceivedMessage(content, 0, content.length, Optional.of(header));
    }

    /** Throws to the caller of a client, or returns what a server must reply. */
    private TApplicationException unreadable(int type, String reason) throws TTransportException {
        if (role == Role.CLIENT) {
            throw corrupted(reason);
        }
        return new TApplicationException(type, reason);
    }

    private int maxFrameSize() {
        TConfiguration configuration = getConfiguration();
        return configuration == null ? TConfiguration.DEFAULT_MAX_FRAME_SIZE : configuration.getMaxFrameSize();
    }

    /** Called with each message whose beginning was read. */
    void readBegan(TMessage message) {
        if (isCall(message)) {
            writeHeaders = HeaderMap.NONE; // those of a reply that was never written
            CURRENT.set(this);
        }
    }

    private static boolean isCall(TMessage message) {
        return message.type == TMessageType.CALL || message.type == TMessageType.ONEWAY;
    }

    /** Called before a message is written. Drops one that failed half-way, and sends one that was not flushed. */
    void writeBegins(TMessage message) throws TTransportException {
        if (messageWritten) {
            flush();
        }
        output.reset();
        if (role == Role.UNDECIDED) {
            role = Role.CLIENT;
        }
        if (role == Role.CLIENT) {
            sequenceId = message.seqid;
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

    /** Closes the inner transport, and forgets everything about the connection. */
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
     * Reads from the current message, which {@link THeaderProtocol#readMessageBegin} has begun.
     *
     * @throws TTransportException if nothing of it is left
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
     * @throws TTransportException if it has less
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

    /** Sends the message that was written. It is dropped if that fails, and its headers in any case. */
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

    /** None for a call whose transforms are not known: its reply says so. */
    private static List<Transform> transformsOf(FrameHeader call) {
        try {
            return call.transforms();
        } catch (TransformException e) {
            return List.of();
        }
    }

    private static TTransportException corrupted(String message) {
        return new TTransportException(TTransportException.CORRUPTED_DATA, message);
    }
}
