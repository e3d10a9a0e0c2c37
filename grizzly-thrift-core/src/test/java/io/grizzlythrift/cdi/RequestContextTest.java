package io.grizzlythrift.cdi;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.hk2.Caller;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.gen.Base;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.BeforeDestroyed;
import jakarta.enterprise.context.ContextNotActiveException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.async.AsyncMethodCallback;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that each call has a request context of its own, which ends with the method of the handler. */
@Test(timeOut = 60_000)
public class RequestContextTest {
    private static final long SECONDS = 20;

    /** Counts requests. */
    @ApplicationScoped
    static class Requests {
        private final AtomicInteger begun = new AtomicInteger();
        private final Set<Integer> open = ConcurrentHashMap.newKeySet();

        int begin() {
            int number = begun.incrementAndGet();
            open.add(number);
            return number;
        }

        void end(int number) {
            open.remove(number);
        }

        Set<Integer> open() {
            return open;
        }
    }

    @RequestScoped
    static class Request {
        private Requests requests;
        private int number;

        Request() {}

        @Inject
        Request(Requests requests) {
            this.requests = requests;
            number = requests.begin();
        }

        int number() {
            return number;
        }

        @PreDestroy
        void end() {
            requests.end(number);
        }
    }

    @ThriftService
    static class Handler implements Base.Iface {
        @Inject
        Request request;

        @Override
        public void ping() {}

        /** Replies with the number of the request, twice, or fails. */
        @Override
        public String whoami(String greeting) throws TException {
            int number = request.number();
            return switch (greeting) {
                case "throw" -> throw new IllegalStateException("thrown on purpose");
                case "exhaust" -> throw new OutOfMemoryError("thrown on purpose");
                default -> number + " " + request.number();
            };
        }

        @Override
        public int baseCheck(int code) {
            return code;
        }
    }

    /** A handler with a scope of its own for each call. */
    @RequestScoped
    @ThriftService
    static class ScopedHandler extends Handler {
        private int calls;

        @Override
        public String whoami(String greeting) throws TException {
            calls++;
            return super.whoami(greeting) + " " + calls;
        }
    }

    @DataProvider
    static Object[] strategies() {
        return new Object[] {WorkerThreadStrategy.NAME, SameThreadStrategy.NAME};
    }

    private static Application start(String strategy, Class<?> handler) {
        return Application.of(
                Map.of("thrift.port", "0", "thrift.strategy", strategy), handler, Request.class, Requests.class);
    }

    @Test(dataProvider = "strategies")
    public void eachCallHasItsOwn(String strategy) throws Exception {
        try (Application application = start(strategy, Handler.class);
                Caller caller = application.caller()) {
            assertEquals(caller.plain().whoami("a"), "1 1");
            assertEquals(caller.plain().whoami("b"), "2 2");
            assertEquals(application.get(Requests.class).open(), Set.of());
        }
    }

    @Test(dataProvider = "strategies")
    public void itEndsWhateverTheHandlerThrows(String strategy) throws Exception {
        try (Application application = start(strategy, Handler.class);
                Caller caller = application.caller()) {
            for (String failure : new String[] {"throw", "exhaust"}) {
                expectThrows(TApplicationException.class, () -> caller.plain().whoami(failure));
            }
            assertEquals(application.get(Requests.class).open(), Set.of());
            assertEquals(caller.plain().whoami("a"), "3 3");
        }
    }

    public void aHandlerMayBeRequestScoped() throws Exception {
        try (Application application = start(WorkerThreadStrategy.NAME, ScopedHandler.class);
                Caller caller = application.caller()) {
            assertEquals(caller.plain().whoami("a"), "1 1 1");
            assertEquals(caller.plain().whoami("b"), "2 2 1");
        }
    }

    @ApplicationScoped
    static class FailingObserver {
        private boolean failed;

        void end(@Observes @BeforeDestroyed(RequestScoped.class) Object event) {
            if (!failed) {
                failed = true;
                throw new IllegalStateException("thrown on purpose");
            }
        }
    }

    /** Its beans may be those of another user. */
    public void aContextThatDidNotEndIsNotUsedAgain() throws Exception {
        Map<String, String> properties =
                Map.of("thrift.port", "0", "thrift.strategy", SameThreadStrategy.NAME, "thrift.selectorThreads", "1");
        try (Application application = Application.of(
                        properties, Handler.class, Request.class, Requests.class, FailingObserver.class);
                Caller caller = application.caller()) {
            expectThrows(TApplicationException.class, () -> caller.plain().whoami("a"));
            assertEquals(application.get(Requests.class).open(), Set.of(1), "the context was to be left active");
            expectThrows(TApplicationException.class, () -> caller.plain().whoami("b"));
        }
    }

    @ThriftService
    static class Later implements Base.AsyncIface {
        static final CompletableFuture<AsyncMethodCallback<String>> CALLBACK = new CompletableFuture<>();

        @Inject
        Request request;

        static volatile Request seen;
        static volatile int number;

        @Override
        public void ping(AsyncMethodCallback<Void> callback) {}

        @Override
        public void whoami(String greeting, AsyncMethodCallback<String> callback) {
            seen = request;
            number = request.number();
            CALLBACK.complete(callback);
        }

        @Override
        public void baseCheck(int code, AsyncMethodCallback<Integer> callback) {}
    }

    /** The reply comes on a thread without a request context, when that of the method has ended. */
    public void itEndsBeforeAnAsynchronousReply() throws Exception {
        try (Application application = start(WorkerThreadStrategy.NAME, Later.class);
                Caller caller = application.caller()) {
            CompletableFuture<String> reply = new CompletableFuture<>();
            new Thread(() -> reply.completeAsync(() -> called(caller), Runnable::run), "caller").start();
            AsyncMethodCallback<String> callback = Later.CALLBACK.get(SECONDS, TimeUnit.SECONDS);
            Requests requests = application.get(Requests.class);
            Await.that("the context ends", () -> requests.open().isEmpty());
            assertFalse(reply.isDone());
            assertNotEquals(Later.number, 0);
            expectThrows(ContextNotActiveException.class, () -> Later.seen.number());
            callback.onComplete("later");
            assertEquals(reply.get(SECONDS, TimeUnit.SECONDS), "later");
            assertTrue(requests.open().isEmpty());
        }
    }

    private static String called(Caller caller) {
        try {
            return caller.plain().whoami("a");
        } catch (TException e) {
            throw new AssertionError(e);
        }
    }
}
