package io.grizzlythrift.servlet;

import io.grizzlythrift.internal.call.CallCancellation;
import io.grizzlythrift.internal.dispatch.CallTranscoder;
import io.grizzlythrift.internal.http.ExchangeCall;
import io.grizzlythrift.internal.http.HttpService;
import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.message.ProcessorTable;
import io.grizzlythrift.security.Identity;
import java.net.SocketAddress;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLSession;
import org.glassfish.grizzly.attributes.AttributeHolder;
import org.jspecify.annotations.Nullable;

/** The call in one request. */
final class ServletCall extends ExchangeCall {
    private final ServletExchange exchange;
    private final RequestPeer peer;
    private final ConnectionFlows.Shared flow;

    private volatile @Nullable CallCancellation cancellation;

    ServletCall(
            HttpService service,
            ServletExchange exchange,
            ProcessorTable services,
            ConnectionFlows.Shared flow,
            MemoryAccount memory,
            @Nullable CallTranscoder transcoder) {
        super(service, exchange, services, flow.flow(), memory, transcoder);
        this.exchange = exchange;
        this.flow = flow;
        peer = exchange.requestPeer();
    }

    @Override
    public long earlierCalls(int calls) {
        return Math.max(0, flow.calls() - calls);
    }

    @Override
    public boolean isOpen() {
        return exchange.isOpen();
    }

    @Override
    public void cancelOnClose(CallCancellation call) {
        cancellation = call;
        if (!exchange.isOpen()) {
            call.cancel();
        }
    }

    @Override
    public void keepOnClose(CallCancellation call) {
        cancellation = null;
    }

    /** Cancels the call, because the peer is gone. May be called more than once. */
    void cancel() {
        CallCancellation watching = cancellation;
        if (watching != null) {
            watching.cancel();
        }
    }

    @Override
    public Map<String, List<String>> headers() {
        return peer.headers();
    }

    @Override
    public AttributeHolder attributes() {
        return peer.attributes();
    }

    @Override
    public SocketAddress peerAddress() {
        return peer.address();
    }

    /** {@return empty: containers do not show the session} */
    @Override
    public Optional<SSLSession> tlsSession() {
        return Optional.empty();
    }

    @Override
    public List<X509Certificate> peerCertificates() {
        return peer.certificates();
    }

    @Override
    public Optional<Identity> identity() {
        return peer.identity();
    }
}
