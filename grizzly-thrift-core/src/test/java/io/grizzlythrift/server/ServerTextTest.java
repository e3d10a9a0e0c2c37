package io.grizzlythrift.server;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.http.ThriftHttpHandler;
import io.grizzlythrift.limits.ConcurrencyLimit;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.tls.TestAuthority;
import io.grizzlythrift.tls.TlsConfig;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.testng.annotations.Test;

/** Tests the text of a server and of its options, as it appears in logs. */
@Test(timeOut = 60_000)
public final class ServerTextTest {
    private static final TProcessor PROCESSOR = new Everything.Processor<>(new EverythingHandler());
    private static final String PASSWORD = "top-secret";
    private static final String STRATEGY = "worker-thread[threads=4, queueCapacity=50]";

    private static ThriftServerBuilder builder() {
        return ThriftServer.builder()
                .name("written")
                .listen("127.0.0.1", 0)
                .protocol(ThriftProtocol.COMPACT)
                .strategy(WorkerThreadStrategy.ofThreads(4).withQueueCapacity(50))
                .processor(PROCESSOR);
    }

    public void aServerFromStartToStop() throws Exception {
        ThriftServer server = builder().drainDelay(Duration.ofHours(1)).build();
        assertEquals(
                server.toString(),
                "ThriftServer 'written' not started, addresses [/127.0.0.1:0], strategy " + STRATEGY);
        server.start();
        String address = "addresses [/127.0.0.1:" + server.port() + "], strategy " + STRATEGY;
        assertEquals(
                server.toString(),
                "ThriftServer 'written' running, " + address + ", 0 connections open, 0 calls in flight");
        try (RawClient client = new RawClient(server)) {
            client.sendFrames(new Requests(ThriftProtocol.COMPACT).echoString(1, "fine"));
            client.readReply(ThriftProtocol.COMPACT);
            assertTrue(server.toString().contains(", 1 connections open, "), server.toString());
        }
        Thread closing = new Thread(server::close, "close");
        closing.start();
        Await.that("no drain", () -> server.toString().startsWith("ThriftServer 'written' draining, " + address));
        server.shutdown(Duration.ZERO);
        closing.join();
        assertTrue(server.toString().startsWith("ThriftServer 'written' stopped, " + address), server.toString());
    }

    public void theOptions() {
        ServerLimits limits = ServerLimits.builder()
                .maxConnections(7)
                .idleTimeout(Duration.ofMinutes(3))
                .build();
        String text = builder().limits(limits).build().config().toString();
        assertTrue(
                text.startsWith("ThriftServerConfig[name=written, addresses=[/127.0.0.1:0], protocol=COMPACT, "
                        + "dialects=[FRAMED, UNFRAMED, HEADER], http=false, console=none, strategy=" + STRATEGY
                        + ", selectorThreads="),
                text);
        assertTrue(text.contains(", tls=none, sasl=none, shutdownGrace=PT5S, drainDelay=PT0S, "), text);
        assertTrue(text.endsWith(", limits=" + limits + "]"), text);
    }

    /** Tests that the text contains every limit with its name and value. */
    public void everyLimit() throws Exception {
        ServerLimits limits = ServerLimits.builder()
                .maxConnectionsPerAddress(9)
                .maxReplyBytes(5_000_000)
                .firstCallTimeout(Duration.ofSeconds(8))
                .maxConnectionAge(Duration.ofHours(2))
                .queueTarget(Duration.ofMillis(5))
                .concurrencyLimit(ConcurrencyLimit.adaptive())
                .build();
        for (Method limit : ServerLimits.Builder.class.getDeclaredMethods()) {
            if (limit.getParameterCount() == 1 && limit.getReturnType() == ServerLimits.Builder.class) {
                Object value = ServerLimits.class.getMethod(limit.getName()).invoke(limits);
                String digits = value.toString().replaceAll("^Optional(Int)?\\[(.*)]$", "$2");
                assertTrue((limits + ",").contains(limit.getName() + "=" + digits), limit.getName() + " in " + limits);
            }
        }
        assertTrue(ServerLimits.defaults().toString().contains("maxConnectionAge=none"));
    }

    public void anotherFactoryIsNamedByItsClass() {
        String text = builder()
                .protocol(new TBinaryProtocol.Factory())
                .build()
                .config()
                .toString();
        assertTrue(text.contains("protocol=org.apache.thrift.protocol.TBinaryProtocol$Factory,"), text);
    }

    public void noPassword() throws Exception {
        Path store = Files.createTempFile("text", ".p12");
        TlsConfig tls;
        try {
            new TestAuthority("text").issue("EC", "localhost").writeStore(store, "PKCS12", PASSWORD.toCharArray());
            tls = TlsConfig.builder().keyStore(store, PASSWORD.toCharArray()).build();
        } finally {
            Files.delete(store);
        }
        ThriftServer server = builder().tls(tls).build();
        String text = server + " " + server.config() + " " + tls;
        assertTrue(text.contains("tls=TLS [TLS_1_2, TLS_1_3], "), text);
        assertFalse(text.contains(PASSWORD), text);
    }

    public void anHttpService() {
        String text = ThriftHttpHandler.builder()
                .name("over-http")
                .processor(PROCESSOR)
                .strategy(WorkerThreadStrategy.ofThreads(4).withQueueCapacity(50))
                .build()
                .config()
                .toString();
        assertTrue(
                text.startsWith(
                        "ThriftHttpConfig[name=over-http, protocol=BINARY or COMPACT, strategy=" + STRATEGY + ", "),
                text);
    }
}
