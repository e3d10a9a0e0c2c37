package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.internal.call.CallCancellation;
import io.grizzlythrift.internal.call.CancelledCalls;
import io.grizzlythrift.internal.call.ClientTimeout;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.internal.message.ProcessorTable;
import io.grizzlythrift.internal.reply.ReplyOwner;
import io.grizzlythrift.internal.security.CallDenial;
import io.grizzlythrift.security.Identity;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import io.grizzlythrift.strategy.spi.CallFlow;
import java.net.SocketAddress;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLSession;
import org.apache.thrift.TApplicationException;
import org.glassfish.grizzly.attributes.AttributeHolder;

/** The source of calls and the destination of their replies: a connection, or one HTTP request. */
public interface CallOrigin extends ReplyOwner, CallCancellation.Caller {
    /** {@return the services that its calls can use} */
    ProcessorTable services();

    /** {@return the attributes of the connection that the calls came over, or of the request if that is not known} */
    AttributeHolder attributes();

    /** {@return the address of the peer} */
    SocketAddress peerAddress();

    /** {@return the TLS session, empty on a plain connection or if it is not known} */
    Optional<SSLSession> tlsSession();

    /** {@return the verified certificates of the peer, its own one first; empty if it presented none} */
    List<X509Certificate> peerCertificates();

    /** {@return who calls; empty if that was not proved} */
    Optional<Identity> identity();

    @Override
    default CancelledCalls cancelledCalls() {
        return CancelledCalls.NONE;
    }

    /** {@return the headers that the calls came with, for {@code CallContext.headers()}} */
    default Map<String, List<String>> headers() {
        return Map.of();
    }

    /** {@return the heap bytes that these headers take; 0 if there are none or they are accounted for elsewhere} */
    default int headerBytes() {
        return 0;
    }

    /** {@return the time from the arrival of its calls to the deadline of the client, or {@link ClientTimeout#NONE}} */
    default long clientTimeoutNanos() {
        return ClientTimeout.NONE;
    }

    /** {@return whether a timeout of the client was ignored because it is not a number of milliseconds} */
    default boolean hasInvalidTimeout() {
        return false;
    }

    /** {@return what converts its only call; null if its calls are messages of Thrift} */
    default CallTranscoder transcoder() {
        return null;
    }

    /**
     * Returns how many earlier calls of the connection are in flight. Places are shared fairly between connections,
     * whatever number of origins the calls of a connection have.
     *
     * @param calls the number of calls of this origin that were accepted last; they do not count
     */
    default long earlierCalls(int calls) {
        return replyQueue().awaitingReply() - calls;
    }

    /** {@return the flow of the connection; a strategy shares its threads fairly among flows} */
    CallFlow flow();

    /**
     * Tracks a batch that was handed to the strategy and still has unclaimed calls, usually in {@link QueuedBatches}.
     * The origin rejects the calls when they are overdue. When the connection closes, it drops all of them except
     * oneway calls.
     */
    void trackQueued(SubmittedBatch batch);

    /**
     * {@return whether its calls still run while the server drains, because its peer can be asked to close the
     * connection}
     */
    default boolean isServedWhileDraining() {
        return false;
    }

    /** {@return whether it is about to close; replies with headers then ask the peer to send no more calls} */
    default boolean isAboutToClose() {
        return false;
    }

    /**
     * Records that the peer understands a {@link io.grizzlythrift.internal.call.CloseNotice} in the format of its calls. May
     * be called for every call.
     */
    default void expectCloseNotice(WireFormat format) {}

    /**
     * Responds to a call that its caller must not make, if that is not said by the reply alone: with a status of HTTP. The
     * reply, which follows, is then dropped.
     */
    default void deny(CallDenial denial) {}

    /** Responds to a oneway call that fails before it runs, if its peer expects a response that says so. */
    default void onewayFailed(TApplicationException failure) {}

    /** {@return the peer, for messages} */
    Object peer();

    /** {@return the limiter for log lines about connections that were terminated because of data from their peers} */
    LogLimiter terminationLog();

    /** Terminates the origin at once. Replies that wait to be written are lost. */
    void terminate();

    /**
     * Terminates the origin because its peer sent a message that cannot get a reply, or because of a limit.
     *
     * @param reason suitable for the log and for the peer
     */
    default void terminate(String reason) {
        terminate();
    }
}
