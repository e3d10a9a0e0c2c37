package io.grizzlythrift.testkit;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.internal.header.FrameHeader;
import io.grizzlythrift.internal.message.MultiplexedName;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.testkit.internal.MalformedInputException;
import io.grizzlythrift.testkit.internal.MethodTypes;
import io.grizzlythrift.testkit.internal.WireMessage;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TBase;
import org.apache.thrift.TException;
import org.apache.thrift.meta_data.FieldMetaData;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TList;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TMemoryBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A call that has arrived at a {@link ScriptedServer}, and ways to reply to it, at any time and on any thread. A reply to a
 * client that has gone has no effect.
 */
public final class ReceivedCall {
    private static final int USUAL_BYTES = 128;

    private final ScriptedConnection connection;
    private final TMessage header;
    private final WireMessage message;
    private final int messageBytes;
    private final Optional<MethodTypes> method;
    private final Optional<TBase<?, ?>> arguments;
    private final Optional<TException> unreadable;
    private final int number;
    private final Instant arrival = Instant.now();
    private final Map<String, String> replyHeaders =
            Collections.synchronizedMap(new TreeMap<>(String.CASE_INSENSITIVE_ORDER));
    private final AtomicBoolean replied = new AtomicBoolean();

    private ReceivedCall(
            int number,
            ScriptedConnection connection,
            WireMessage message,
            TMessage header,
            Optional<MethodTypes> method,
            Optional<TBase<?, ?>> arguments,
            Optional<TException> unreadable) {
        this.connection = connection;
        this.message = message.withoutBytes();
        this.messageBytes = message.bytes().length;
        this.header = header;
        this.method = method;
        this.arguments = arguments;
        this.unreadable = unreadable;
        this.number = number;
    }

    /** Decodes a call and adds it to the log of the server. */
    static ReceivedCall read(ScriptedServer server, ScriptedConnection connection, WireMessage message)
            throws MalformedInputException {
        TMessage header;
        TProtocol in;
        try {
            in = message.reader();
            header = in.readMessageBegin();
        } catch (TException e) {
            throw new MalformedInputException("the header of a message cannot be decoded: " + e.getMessage(), e);
        }
        Optional<MethodTypes> method =
                server.typesOf(MultiplexedName.serviceOf(header.name), MultiplexedName.methodOf(header.name));
        Optional<TBase<?, ?>> arguments = method.map(MethodTypes::newArguments);
        Optional<TException> unreadable = Optional.empty();
        if (arguments.isPresent()) {
            try {
                arguments.get().read(in);
            } catch (TException e) {
                unreadable = Optional.of(e);
                arguments = Optional.empty();
            }
        }
        Optional<TBase<?, ?>> decoded = arguments;
        Optional<TException> failure = unreadable;
        return server.log()
                .add(
                        header.name,
                        number -> new ReceivedCall(number, connection, message, header, method, decoded, failure));
    }

    /** {@return the names under which the log has the call} */
    List<String> names() {
        return service().isEmpty() ? List.of(method()) : List.of(header.name, method());
    }

    TMessage header() {
        return header;
    }

    Optional<MethodTypes> types() {
        return method;
    }

    /** {@return the name of the method as in the IDL} */
    public String method() {
        return MultiplexedName.methodOf(header.name);
    }

    /** {@return the name of the service in a multiplexed call; empty in a plain call} */
    public Optional<String> service() {
        return Optional.of(MultiplexedName.serviceOf(header.name)).filter(name -> !name.isEmpty());
    }

    /** {@return how many calls of the same method have arrived up to this one: 1 for the first one} */
    public int number() {
        return number;
    }

    /** {@return whether the server knows the method, and has decoded the arguments} */
    public boolean hasArguments() {
        return arguments.isPresent();
    }

    /**
     * Returns the decoded arguments.
     *
     * @return a generated struct, such as {@code Calculator.add_args}
     * @throws IllegalStateException if {@link #hasArguments()} is false
     */
    public TBase<?, ?> arguments() {
        if (unreadable.isPresent()) {
            throw new IllegalStateException("the arguments of " + method() + " cannot be decoded", unreadable.get());
        }
        return arguments.orElseThrow(
                () -> new IllegalStateException("no service of this server has the method " + method()));
    }

    /**
     * Returns the decoded arguments as their generated type.
     *
     * @param <A> the generated type
     * @param type the generated type, such as {@code Calculator.add_args.class}
     * @return the arguments
     * @throws ClassCastException if the call is of another method
     * @throws IllegalStateException as {@link #arguments()}
     */
    public <A extends TBase<A, ?>> A arguments(Class<A> type) {
        return type.cast(arguments());
    }

    /**
     * Returns one argument.
     *
     * @param name its name in the IDL
     * @return the value; null if the client did not send it
     * @throws IllegalArgumentException if the method has no such argument
     * @throws IllegalStateException as {@link #arguments()}
     */
    @SuppressWarnings("exports") // JSpecify is optional
    public @Nullable Object argument(String name) {
        TBase<?, ?> all = arguments();
        Map<Short, FieldMetaData> fields = MethodTypes.fields(all);
        for (Map.Entry<Short, FieldMetaData> field : fields.entrySet()) {
            if (field.getValue().fieldName.equals(name)) {
                return MethodTypes.get(all, field.getKey());
            }
        }
        throw new IllegalArgumentException(method() + " has no argument '" + name + "', only "
                + fields.values().stream().map(field -> field.fieldName).toList());
    }

    /** {@return whether the client expects no reply} */
    public boolean isOneway() {
        return header.type == TMessageType.ONEWAY;
    }

    /** {@return the sequence id of the message} */
    public int sequenceId() {
        return header.seqid;
    }

    /** {@return the dialect of the call, and of its reply} */
    public Dialect dialect() {
        return message.dialect();
    }

    /** {@return the protocol of the call, and of its reply} */
    public ThriftProtocol protocol() {
        return message.protocol();
    }

    /**
     * Returns the headers of the call.
     *
     * @return those of the frame in the dialect {@link Dialect#HEADER}, or of the HTTP request; empty in other dialects.
     *     Names are not case-sensitive
     */
    public Map<String, String> headers() {
        return Collections.unmodifiableMap(message.headers());
    }

    /**
     * Returns a header of the call.
     *
     * @param name not case-sensitive
     * @return empty if the call does not have it
     */
    public Optional<String> header(String name) {
        return Optional.ofNullable(message.headers().get(Objects.requireNonNull(name, "name")));
    }

    /** {@return the size of the message in bytes, without the length or header of its frame, and decompressed} */
    public int messageBytes() {
        return messageBytes;
    }

    /** {@return the connection on which the call arrived} */
    public ScriptedConnection connection() {
        return connection;
    }

    /** {@return when the call had been read} */
    public Instant arrival() {
        return arrival;
    }

    /** {@return whether the call has a reply, or is oneway} */
    public boolean isReplied() {
        return isOneway() || replied.get();
    }

    /**
     * Adds a header to the reply, in the dialect {@link Dialect#HEADER}; replies of other dialects have none.
     *
     * @param name the name, as the client will see it
     * @param value the value
     * @return this
     */
    public ReceivedCall addReplyHeader(String name, String value) {
        replyHeaders.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
        return this;
    }

    /**
     * Replies with a result.
     *
     * @param value the result, as the generated {@code Iface} returns it; null for none, as of a void method. An {@code int}
     *     becomes the number type of the IDL
     * @throws IllegalArgumentException if the method does not return such a value
     * @throws IllegalStateException if the call is oneway, or already has a reply
     */
    @SuppressWarnings("exports") // JSpecify is optional
    public void reply(@Nullable Object value) {
        sendOnce(encodeReply(value));
    }

    /**
     * Replies with an exception.
     *
     * @param exception one that the method declares, or a {@link TApplicationException}
     * @throws IllegalArgumentException if it is any other exception
     * @throws IllegalStateException if the call is oneway, or already has a reply
     */
    public void replyException(Exception exception) {
        sendOnce(encodeException(exception));
    }

    /**
     * Rejects the call, as a server of this library does.
     *
     * @param reason the reason
     * @throws IllegalStateException if the call is oneway, or already has a reply
     */
    public void reject(Rejection reason) {
        sendOnce(encodeException(reason.reply()));
    }

    /**
     * Sends bytes that are not the reply to this call. The call still has no reply afterwards.
     *
     * @param kind the kind of bytes
     */
    public void sendGarbage(Garbage kind) {
        connection.send(kind.bytes(this));
    }

    private void sendOnce(byte[] reply) {
        if (isOneway()) {
            throw new IllegalStateException(method() + " is oneway, so this call has no reply");
        }
        if (!replied.compareAndSet(false, true)) {
            throw new IllegalStateException(this + " already has a reply");
        }
        connection.send(reply);
    }

    /**
     * Encodes a reply without sending it, for {@link ScriptedConnection#send}: several in one write, or only a part of it.
     *
     * @param value as for {@link #reply}
     * @return the bytes, with the length, header or HTTP response around them
     * @throws IllegalArgumentException if the method does not return such a value
     */
    @SuppressWarnings("exports") // JSpecify is optional
    public byte[] encodeReply(@Nullable Object value) {
        return encode(TMessageType.REPLY, header.seqid, requireTypes().resultOf(value));
    }

    /**
     * Encodes an exception without sending it.
     *
     * @param exception as for {@link #replyException}
     * @return the bytes, with the length, header or HTTP response around them
     * @throws IllegalArgumentException if the method does not declare it
     */
    public byte[] encodeException(Exception exception) {
        if (exception instanceof TApplicationException ofServer) {
            return encode(TMessageType.EXCEPTION, header.seqid, ofServer);
        }
        requireTypes().requireThrown(Objects.requireNonNull(exception, "exception"));
        return encode(
                TMessageType.REPLY,
                header.seqid,
                requireTypes().resultOf(exception).orElseThrow());
    }

    private MethodTypes requireTypes() {
        return method.orElseThrow(
                () -> new IllegalStateException("no service of this server has the method " + method()));
    }

    byte[] encodeForOther() {
        return encode(TMessageType.EXCEPTION, header.seqid + 1, noReply("this reply belongs to no call"));
    }

    byte[] encodeUnreadable() {
        return encode(TMessageType.REPLY, header.seqid, out -> {
            out.writeStructBegin(new TStruct());
            out.writeFieldBegin(new TField("", TType.LIST, (short) 0));
            out.writeListBegin(new TList(TType.STRUCT, Short.MAX_VALUE));
        });
    }

    /** Writes the body of a message. */
    @FunctionalInterface
    private interface Body {
        void write(TProtocol out) throws TException;
    }

    private byte[] encode(byte type, int sequenceId, Body body) {
        try {
            TMemoryBuffer buffer = new TMemoryBuffer(USUAL_BYTES);
            TProtocol out = message.protocol().getProtocol(buffer);
            out.writeMessageBegin(new TMessage(method(), type, sequenceId));
            body.write(out);
            out.writeMessageEnd();
            int ofFrame = message.frameHeader().map(FrameHeader::sequenceId).orElse(sequenceId);
            return message.wrap(ofFrame, Arrays.copyOf(buffer.getArray(), buffer.length()), Map.copyOf(replyHeaders));
        } catch (TException e) {
            throw new IllegalArgumentException("the reply to " + method() + " cannot be encoded: " + e.getMessage(), e);
        }
    }

    private byte[] encode(byte type, int sequenceId, TBase<?, ?> body) {
        return encode(type, sequenceId, body::write);
    }

    private byte[] encode(byte type, int sequenceId, TApplicationException body) {
        return encode(type, sequenceId, body::write);
    }

    TApplicationException noReply(String text) {
        return new TApplicationException(TApplicationException.INTERNAL_ERROR, text);
    }

    /** The reply to a call that no script handles. */
    TApplicationException unscripted(String known) {
        if (unreadable.isPresent()) {
            return new TApplicationException(
                    TApplicationException.PROTOCOL_ERROR,
                    "the arguments of " + method() + " cannot be decoded: "
                            + unreadable.get().getMessage());
        }
        return method.isEmpty()
                ? new TApplicationException(
                        TApplicationException.UNKNOWN_METHOD,
                        "the scripted server has no method " + header.name + ", only " + known)
                : noReply("the scripted server has no script for " + this);
    }

    /** {@return the method with its arguments, dialect, protocol and connection} */
    @Override
    public String toString() {
        String values = arguments
                .map(all -> all.toString().replaceFirst("^\\w*_args\\(", header.name + "("))
                .orElse(header.name + (method.isEmpty() ? "(unknown method)" : "(unreadable arguments)"));
        return values + " in " + message.dialect() + " " + message.protocol() + " on " + connection;
    }
}
