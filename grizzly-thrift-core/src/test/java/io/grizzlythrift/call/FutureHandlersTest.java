package io.grizzlythrift.call;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.OwnLog;
import io.grizzlythrift.test.gen.Base;
import io.grizzlythrift.test.gen.Refused;
import io.grizzlythrift.test.server.Strategies;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.protocol.TMultiplexedProtocol;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.testng.annotations.Test;

/** Tests handlers that return futures, with libthrift's client. */
@Test(timeOut = 60_000)
public final class FutureHandlersTest {
    /** Replies on other threads; {@code whoami} fails in the requested way. */
    private static final class Handler implements Base.FutureIface {
        @Override
        public CompletableFuture<Void> ping() {
            return CompletableFuture.runAsync(() -> {});
        }

        @Override
        public CompletableFuture<String> whoami(String greeting) {
            return switch (greeting) {
                case "throw" -> throw new IllegalArgumentException("thrown");
                case "null" -> null;
                case "error" -> CompletableFuture.failedFuture(new StackOverflowError("too deep"));
                case "secret" ->
                    CompletableFuture.supplyAsync(() -> {
                        throw new IllegalStateException("jdbc:secret");
                    });
                case "undeclared" -> CompletableFuture.failedFuture(new Refused(1).setReason("secret"));
                case "own" ->
                    CompletableFuture.failedFuture(
                            new TApplicationException(TApplicationException.INTERNAL_ERROR, "for callers"));
                case "transport" -> CompletableFuture.failedFuture(new TTransportException("10.0.0.1 is down"));
                case "cancel" -> {
                    CompletableFuture<String> cancelled = new CompletableFuture<>();
                    cancelled.cancel(true);
                    yield cancelled;
                }
                default -> CompletableFuture.supplyAsync(() -> "future: " + greeting);
            };
        }

        @Override
        public CompletableFuture<Integer> baseCheck(int code) {
            return CompletableFuture.supplyAsync(() -> {
                if (code != 0) {
                    throw new CompletionException(new Refused(code));
                }
                return 1;
            });
        }
    }

    @Test(dataProvider = "strategiesAndProtocols", dataProviderClass = Strategies.class)
    public void resultsAndExceptionsComeFromFutures(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Base.AsyncIface handler = FutureHandlers.adapt(Base.AsyncIface.class, new Handler());
        try (OwnLog log = OwnLog.start();
                ThriftServer server = strategy.bare()
                        .protocol(protocol)
                        .service("base", new Base.AsyncProcessor<>(handler))
                        .build()
                        .start();
                TFramedTransport transport = new TFramedTransport(new TSocket("127.0.0.1", server.port()))) {
            transport.open();
            Base.Client client = new Base.Client(new TMultiplexedProtocol(protocol.getProtocol(transport), "base"));
            client.ping();
            assertEquals(client.whoami("you"), "future: you");
            assertEquals(client.baseCheck(0), 1);
            assertEquals(expectThrows(Refused.class, () -> client.baseCheck(7)).getCode(), 7);
            for (String failure : new String[] {"throw", "null", "error", "cancel", "secret", "undeclared"}) {
                TApplicationException error = expectThrows(TApplicationException.class, () -> client.whoami(failure));
                assertEquals(error.getType(), TApplicationException.INTERNAL_ERROR, failure);
                assertEquals(error.getMessage(), "Internal error processing whoami", failure);
            }
            assertTrue(log.all().contains("jdbc:secret"), log.all());
            assertEquals(
                    expectThrows(TApplicationException.class, () -> client.whoami("own"))
                            .getMessage(),
                    "for callers");
            assertEquals(
                    expectThrows(TApplicationException.class, () -> client.whoami("transport"))
                            .getMessage(),
                    "Internal error processing whoami");
            client.ping();
            assertFalse(log.all().contains("failed after its reply"), log.all());
        }
    }

    @Test
    public void methodsOfObjectAreThoseOfTheHandler() {
        Handler handler = new Handler();
        Base.AsyncIface adapted = FutureHandlers.adapt(Base.AsyncIface.class, handler);
        assertEquals(adapted.hashCode(), handler.hashCode());
    }

    @Test
    public void anUnsuitableHandlerIsRejected() {
        expectThrows(IllegalArgumentException.class, () -> FutureHandlers.adapt(Base.AsyncIface.class, "no handler"));
        expectThrows(IllegalArgumentException.class, () -> FutureHandlers.adapt(Runnable.class, new Handler()));
        expectThrows(IllegalArgumentException.class, () -> FutureHandlers.adapt(Base.Client.class, new Handler()));
        expectThrows(NullPointerException.class, () -> FutureHandlers.adapt(Base.AsyncIface.class, null));
    }
}
