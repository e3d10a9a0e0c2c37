package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.call.ArrivedCall;
import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.internal.call.CallCancellation;
import io.grizzlythrift.internal.call.ClientTimeout;
import io.grizzlythrift.internal.call.ErrorReply;
import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.internal.message.MessageTransport;
import io.grizzlythrift.internal.message.MultiplexedName;
import io.grizzlythrift.internal.message.ProcessorTable;
import io.grizzlythrift.internal.message.ReplyFormat;
import io.grizzlythrift.internal.security.CallProof;
import io.grizzlythrift.internal.util.CurrentCall;
import io.grizzlythrift.security.Identity;
import io.grizzlythrift.strategy.internal.queue.MethodPace;
import io.grizzlythrift.strategy.internal.queue.PacedCall;
import io.grizzlythrift.strategy.internal.util.VarHandles;
import io.grizzlythrift.strategy.spi.Call;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.SocketAddress;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import javax.net.ssl.SSLSession;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.glassfish.grizzly.attributes.AttributeHolder;

/**
 * One call of a server, from the thread that claims its message to its reply. Strategies see it as a {@link Call},
 * interceptors and handlers as a {@link CallContext}.
 *
 * <pre>
 *   received, queued: an index of a {@link ReceivedCalls}; the user's {@code PriorityClassifier} sees it as an {@link ArrivedCall}
 *     | {@link SubmittedBatch#claim}
 *   claimed: one thread runs, rejects or drops it; header, context and reply are that thread's
 *     | {@link #leave}
 *   ended, or continues as an {@link AsyncCall}, until its reply
 * </pre>
 *
 * <p>Of what the thread of the call writes, the user's threads see {@link #headers} and {@link #cancellation}, which are
 * volatile, and what was written before the handler ran.
 */
public final class ServerCall implements Call, PacedCall, CallContext, ArrivedCall, CurrentCall.Running {
    private static final VarHandle HEADERS =
            VarHandles.of(MethodHandles.lookup(), ServerCall.class, "headers", Map.class);
    private static final VarHandle CANCELLATION =
            VarHandles.of(MethodHandles.lookup(), ServerCall.class, "cancellation", CallCancellation.class);

    private final ReceivedCalls read;
    private final int index;
    private final CallRoute route;
    private final byte priority;

    /** Whether the call has a place, which it must leave. If not, it is rejected. */
    private final boolean admitted;

    /** Whether an {@link AsyncCall} ends the cancellation. */
    private boolean async;

    /** The header of the message; null until it is decoded. */
    private TMessage header;

    /** Null if the frame has no header, and until it is needed. */
    private HeaderCall headerCall;

    /** The length of the message, once it may be asked for after the frame was released; 0 before. */
    private int keptBytes;

    /** Whether the user has this object, so that other threads may use it. Used by the thread of the call. */
    private boolean exposed;

    /** Null until they are requested. */
    private volatile Map<String, List<String>> headers;

    /** Null until it is first requested; then always the same object. */
    private volatile CallCancellation cancellation;

    /**
     * Creates the object of a call that the calling thread has claimed.
     *
     * @param index the index of its message in the read
     * @param admitted whether it has a place
     */
    ServerCall(ReceivedCalls read, int index, CallRoute route, int priority, boolean admitted) {
        this.read = read;
        this.index = index;
        this.route = route;
        this.priority = (byte) priority;
        this.admitted = admitted;
    }

    @Override
    public MethodPace pace() {
        return read.executors().paces().of(read.frames(), index);
    }

    @Override
    public void run() {
        if (read.isOrphaned() && !read.mayBeOneway(index)) {
            drop();
            return;
        }
        CallExecutor executor = read.executor();
        if (executor != null) {
            executor.run(this);
        } else {
            endWithoutReply();
        }
    }

    boolean isAdmitted() {
        return admitted;
    }

    /** Ends the call without decoding it: no reply would arrive. */
    void drop() {
        leavePlace();
        read.dropClaimed(index, 1);
    }

    /** Ends the call when there is no memory to reply. */
    void endWithoutReply() {
        leavePlace();
        read.consumed(1, false);
    }

    /** Releases the place of the call, if it has one. */
    void leavePlace() {
        if (admitted) {
            read.executors().admission().ended(route, origin(), 1);
        }
    }

    // ---- what it is

    ReceivedCalls read() {
        return read;
    }

    CallOrigin origin() {
        return read.origin();
    }

    /** {@return the index of its message in the read} */
    int index() {
        return index;
    }

    CallRoute route() {
        return route;
    }

    int priority() {
        return priority;
    }

    /** {@return the position of the call among all calls of its connection} */
    long number() {
        return read.numberOf(index);
    }

    /** {@return how its caller proves who it is; null if the call has no credentials, or they are not read} */
    CallProof proof() {
        return read.proofOf(index);
    }

    void setProof(CallProof proof) {
        read.setProof(index, proof);
    }

    boolean hasFrameHeader() {
        return read.frames().hasHeader(index);
    }

    /** {@return whether its arguments and its reply are converted by its origin} */
    boolean isTranscoded() {
        return read.isTranscoded();
    }

    ProcessorTable services() {
        return origin().services();
    }

    // ---- while it runs

    void begin(TMessage decoded) {
        header = decoded;
    }

    /** {@return the header of the message; null until it is decoded} */
    TMessage header() {
        return header;
    }

    boolean isOneway() {
        return header.type == TMessageType.ONEWAY;
    }

    /** {@return the additional state of a call whose frame has a header, always the same object} */
    HeaderCall frameHeader() {
        if (headerCall == null) {
            headerCall = new HeaderCall(this);
        }
        return headerCall;
    }

    @Override
    public int messageBytes() {
        if (headerCall != null) {
            return headerCall.messageBytes();
        }
        return keptBytes > 0 ? keptBytes : read.frames().length(index);
    }

    /** Converts the arguments of a transcoded call. */
    void convert() throws TApplicationException {
        if (origin().hasInvalidTimeout()) {
            throw new ErrorReply(
                    TApplicationException.PROTOCOL_ERROR,
                    "header " + ClientTimeout.HTTP_HEADER + " must be a number of milliseconds");
        }
        keptBytes = origin().transcoder().convert(read.memory()).length;
    }

    /** Sets the message, from its beginning, as the input of a transport. */
    void readMessage(MessageTransport transport) {
        if (headerCall != null) {
            headerCall.read(transport);
        } else if (isTranscoded()) {
            byte[] message = origin().transcoder().message();
            transport.readFrame(message, 0, message.length);
        } else {
            FrameBatch frames = read.frames();
            transport.readFrame(frames.array(index), frames.offset(index), frames.length(index));
        }
    }

    ReplyFormat replyFormat() {
        if (headerCall != null) {
            return headerCall.replyFormat();
        }
        WireFormat format = read.frames().format(index);
        return format == WireFormat.TRANSCODED
                ? new ReplyFormat(format, Optional.empty(), Optional.of(origin().transcoder()))
                : ReplyFormat.of(format);
    }

    /** Accepts each {@link io.grizzlythrift.internal.call.CancelNotice} of the connection, if its calls have headers. */
    void acceptCancelNotices() {
        if (headerCall != null) {
            origin().cancelledCalls().accept();
        }
    }

    /**
     * States in the reply, once per connection, that the server accepts a {@link
     * io.grizzlythrift.internal.call.CancelNotice}. No effect without a header.
     */
    void offerCancelNotices() {
        if (headerCall != null && !isOneway() && origin().cancelledCalls().takeOffer()) {
            headerCall.offerCancelNotices();
        }
    }

    /** {@return whether the frame or HTTP request of the call has headers; ignores headers among its arguments} */
    boolean hasHeaders() {
        return headerCall != null || !origin().headers().isEmpty();
    }

    /** Adds the headers that came with the arguments. */
    void addHeaders(Map<String, List<String>> fromArguments) {
        Map<String, List<String>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        all.putAll(fromArguments);
        all.putAll(headers());
        headers = Collections.unmodifiableMap(all);
    }

    /** {@inheritDoc} From now on, other threads may use it. */
    @Override
    public CallContext context() {
        exposed = true;
        keptBytes = messageBytes();
        if (headerCall != null) {
            headerCall.expose();
        }
        return this;
    }

    // ---- when it ends

    /** Records that the call continues as an {@link AsyncCall}, which ends its cancellation. */
    void continueAsync() {
        cancellation();
        keptBytes = messageBytes();
        async = true;
    }

    /**
     * Prepares for the time after the thread that has run the call has left it.
     *
     * @return the heap bytes that its headers take from now on
     */
    int detachHeaders() {
        return headerCall != null ? headerCall.detachHeaders() : origin().headerBytes();
    }

    /** The thread leaves the call, which may not have begun. Ends its cancellation, unless the call continues. */
    void leave() {
        CallCancellation left = exposed ? setCancellation(CallCancellation.ENDED) : cancellation;
        if (left != null && left != CallCancellation.ENDED) {
            if (!async) {
                left.end();
            }
        } else if (headerCall != null && origin().cancelledCalls().take(headerCall.sequenceId(), number())) {
            read.executors().cancelCallbacks().count();
        }
        releaseHeader();
    }

    /** Releases the memory of the frame's header or of the converted message, if there is one. */
    void releaseHeader() {
        if (headerCall != null) {
            headerCall.release(read.memory());
        } else if (isTranscoded()) {
            origin().transcoder().release(read.memory());
        }
    }

    // ---- as the user sees it

    /** {@return the cancellation of the call, always the same object} */
    CallCancellation cancellation() {
        CallCancellation known = cancellation;
        if (known != null) {
            return known;
        }
        int sequenceId = headerCall == null ? 0 : headerCall.sequenceId();
        return setCancellation(
                new CallCancellation(origin(), read.executors().cancelCallbacks(), sequenceId, number(), isOneway()));
    }

    private CallCancellation setCancellation(CallCancellation made) {
        CallCancellation before = (CallCancellation) CANCELLATION.compareAndExchange(this, null, made);
        return before == null ? made : before;
    }

    @Override
    public boolean isCancelled() {
        return cancellation().isCancelled();
    }

    @Override
    public Registration onCancel(Runnable action) {
        return cancellation().onCancel(action);
    }

    @Override
    public String method() {
        return MultiplexedName.methodOf(header.name);
    }

    @Override
    public Optional<String> service() {
        String service = MultiplexedName.serviceOf(header.name);
        return service.isEmpty() ? Optional.empty() : Optional.of(service);
    }

    @Override
    public Instant arrival() {
        return Instant.now().minusNanos(System.nanoTime() - read.arrival());
    }

    /** {@return the time from the arrival to the deadline of the client, or {@link ClientTimeout#NONE}} */
    long clientTimeoutNanos() {
        return headerCall == null ? origin().clientTimeoutNanos() : headerCall.clientTimeoutNanos();
    }

    /** {@return the time from the arrival to the deadline} */
    long timeoutNanos() {
        return Math.min(route.callTimeoutNanos(), clientTimeoutNanos());
    }

    @Override
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, timeoutNanos() - (System.nanoTime() - read.arrival())));
    }

    @Override
    public Optional<Duration> clientTimeout() {
        long nanos = clientTimeoutNanos();
        return nanos == ClientTimeout.NONE ? Optional.empty() : Optional.of(Duration.ofNanos(nanos));
    }

    @Override
    public Map<String, List<String>> headers() {
        Map<String, List<String>> known = headers;
        if (known == null) { // a thread of the user does not replace what came with the arguments
            HEADERS.compareAndSet(this, null, headerCall == null ? origin().headers() : headerCall.headers());
            known = headers;
        }
        return known;
    }

    @Override
    public Optional<String> header(String name) {
        Objects.requireNonNull(name, "name");
        FrameBatch frames = header == null ? read.frames() : null; // it has only arrived: no other header is decoded
        if (frames != null && frames.hasHeader(index)) {
            return frames.header(index).value(name);
        }
        List<String> values = headers().get(name);
        return values == null || values.isEmpty() ? Optional.empty() : Optional.of(values.get(0));
    }

    @Override
    public boolean addReplyHeader(String name, String value) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(value, "value");
        return headerCall != null && headerCall.addToReply(name, value);
    }

    @Override
    public AttributeHolder connectionAttributes() {
        return origin().attributes();
    }

    @Override
    public SocketAddress peerAddress() {
        return origin().peerAddress();
    }

    @Override
    public Optional<SSLSession> tlsPeer() {
        return origin().tlsSession();
    }

    @Override
    public List<X509Certificate> peerCertificates() {
        return origin().peerCertificates();
    }

    @Override
    public Optional<Identity> identity() {
        CallProof proof = proof();
        return proof == null ? origin().identity() : proof.identity();
    }
}
