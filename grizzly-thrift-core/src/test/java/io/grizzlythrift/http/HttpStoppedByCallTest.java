package io.grizzlythrift.http;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.Strategies;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.testng.annotations.Test;

/** Tests that a call over HTTP which stops its own service does not wait for itself. */
@Test(timeOut = 60_000, dataProvider = "strategies", dataProviderClass = Strategies.class)
public final class HttpStoppedByCallTest {
    public void theCallGetsItsReply(Strategies strategy) throws Exception {
        CompletableFuture<ThriftHttpHandler> service = new CompletableFuture<>();
        EverythingHandler handler = new EverythingHandler() {
            @Override
            public String echoString(String value) {
                service.join().destroy(); // as HttpServer.shutdownNow() does
                return value;
            }
        };
        service.complete(ThriftHttpHandler.builder()
                .name(UniqueName.of("stopped"))
                .strategy(strategy.ofThreads(Strategies.THREADS))
                .limits(Strategies.patient().build())
                .shutdownGrace(Duration.ofHours(1))
                .processor(new Everything.Processor<>(handler))
                .build());
        try (LogCapture log = LogCapture.start();
                HttpHost host = new HttpHost(service.join())) {
            assertEquals(host.client(ThriftProtocol.BINARY).echoString("stop"), "stop");
            assertEquals(log.awaitCount("is stopped by a call of its own"), 1, log.text());
        }
    }
}
