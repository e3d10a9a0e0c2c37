package io.grizzlythrift.servlet;

import io.grizzlythrift.http.HttpHost;
import io.grizzlythrift.test.everything.ClientKind;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.servlet.ServletHost;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.transport.THttpClient;

/** Clients of the servlet in a container. */
final class ServletClient {
    static final int TIMEOUT_MILLIS = 30_000;

    private final ServletHost host;

    ServletClient(ServletHost host) {
        this.host = host;
    }

    String url() {
        return "http://127.0.0.1:" + host.port() + ServletHost.PATH;
    }

    /** Returns a generated client over libthrift's THttpClient, for one thread at a time. */
    Everything.Client client(TProtocolFactory protocol) throws TException {
        THttpClient transport = new THttpClient(ClientKind.configuration(), url());
        transport.setConnectTimeout(TIMEOUT_MILLIS);
        return new Everything.Client(protocol.getProtocol(transport));
    }

    HttpRequest.Builder request() {
        return HttpRequest.newBuilder(URI.create(url())).timeout(Duration.ofMillis(TIMEOUT_MILLIS));
    }

    HttpRequest.Builder post(byte[] message) {
        return request().header("Content-Type", HttpHost.TYPE).POST(BodyPublishers.ofByteArray(message));
    }

    /** Returns a POST of a message without a Content-Length. */
    HttpRequest.Builder postChunked(byte[] message) {
        return post(message).POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(message)));
    }

    /** Opens a connection on which a test writes requests by hand. */
    Socket connect() throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(RawClient.RECEIVE_BUFFER_BYTES);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), host.port()), TIMEOUT_MILLIS);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        return socket;
    }
}
