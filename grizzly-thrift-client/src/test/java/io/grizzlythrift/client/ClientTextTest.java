package io.grizzlythrift.client;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.call.ClientCallListener;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.config.ThriftClientConfig;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.header.Transform;
import io.grizzlythrift.message.ThriftProtocol;
import java.lang.reflect.Method;
import java.time.Duration;
import org.testng.annotations.Test;

/** Tests what a log says of a client and of its options. */
@Test(timeOut = 60_000)
public class ClientTextTest {
    public void aClientFromStartToEnd() throws Exception {
        try (ProbeServer server = ProbeServer.echoing(ThriftProtocol.COMPACT)) {
            ThriftClient client = server.client().name("written").build();
            String words = "connections to " + server.endpoint();
            assertEquals(client.toString(), "ThriftClient 'written' open, " + words + " (0 open), 0 calls in flight");
            client.stub(Probe.Iface.class).echo("one");
            assertEquals(client.toString(), "ThriftClient 'written' open, " + words + " (1 open), 0 calls in flight");
            client.close();
            assertEquals(client.toString(), "ThriftClient 'written' closed, " + words + " (0 open), 0 calls in flight");
        }
    }

    public void theOptions() {
        ThriftClientConfig config = ThriftClient.builder()
                .name("written")
                .endpoint("localhost", 9090)
                .endpoint("127.0.0.1", 9091)
                .interceptor(call -> ClientCallListener.IGNORED)
                .config();
        String text = config.toString();
        assertTrue(
                text.startsWith("ThriftClientConfig[name=written, resolver=[localhost:9090, 127.0.0.1:9091], "
                        + "protocol=BINARY, dialect=FRAMED, pipelineUnframed=false, headers=[], transform=none, "
                        + "connectionsPerEndpoint=4, "),
                text);
        assertTrue(text.contains(", tls=none, sasl=none, balancer=peakEwma, "), text);
        assertTrue(text.endsWith(", interceptors=1]"), text);
        for (Method option : ThriftClientConfig.class.getDeclaredMethods()) {
            if (!option.getName().endsWith("ReconnectBackoff") // one option with two values
                    && !option.getName().equals("toString")) {
                assertTrue(text.contains(option.getName() + "="), option.getName() + " in " + text);
            }
        }
        assertTrue(text.contains(", reconnectBackoff=PT0.02S to PT0.8S, "), text);
    }

    /** Values of headers may be secret. */
    public void headersWithoutTheirValues() {
        String text = ThriftClient.builder()
                .endpoint("localhost", 9090)
                .dialect(Dialect.HEADER)
                .header("Token", "secret")
                .header("tenant", "seven")
                .transform(Transform.ZLIB)
                .config()
                .toString();
        assertTrue(
                text.contains(", dialect=HEADER, pipelineUnframed=false, headers=[tenant, Token], transform=ZLIB, "),
                text);
    }

    public void theOptionsOfAStub() {
        assertEquals(CallOptions.create().toString(), "CallOptions[]");
        assertEquals(CallOptions.create().withTimeout(Duration.ofSeconds(2)).toString(), "CallOptions[timeout=PT2S]");
    }
}
