package io.grizzlythrift.call;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.fuzz.LocalCalls;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.everything.AsyncEverything;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.thrift.TProcessor;
import org.apache.thrift.TProcessorFactory;
import org.apache.thrift.transport.TTransport;
import org.testng.annotations.Test;

/** Tests the lifetime of a call context; {@link InterceptorTest} tests its values. */
@Test(timeOut = 60_000)
public final class CallContextTest {
    private final Requests requests = new Requests(ThriftProtocol.BINARY);

    /** The thread that ran a call accepts the next connection. */
    public void itEndsWithItsCall() throws Exception {
        List<Thread> callThreads = new CopyOnWriteArrayList<>();
        List<Thread> acceptors = new CopyOnWriteArrayList<>();
        List<Boolean> present = new CopyOnWriteArrayList<>();
        TProcessor processor = new Everything.Processor<>(new EverythingHandler());
        TProcessorFactory factory = new TProcessorFactory(processor) {
            @Override
            public TProcessor getProcessor(TTransport connection) {
                acceptors.add(Thread.currentThread());
                present.add(CallContext.current().isPresent());
                return processor;
            }
        };
        try (ThriftServer server = Strategies.SAME_THREAD
                .bare()
                .processorFactory(factory)
                .interceptor(call -> {
                    callThreads.add(Thread.currentThread());
                    return ServerCallListener.IGNORED;
                })
                .build()
                .start()) {
            for (int i = 0; i < 3; i++) {
                try (RawClient client = new RawClient(server)) {
                    client.sendFrames(requests.echoString(i, "text"));
                    client.readReply(ThriftProtocol.BINARY).assertEchoString(i, "text");
                }
            }
            assertEquals(callThreads, acceptors);
            assertEquals(present, List.of(false, false, false));
        }
    }

    /** A user's thread has no current call, even while it replies to one. */
    public void itDoesNotFollowTheReply() throws Exception {
        CompletableFuture<Boolean> whenCalled = new CompletableFuture<>();
        CompletableFuture<Boolean> whenAnswered = new CompletableFuture<>();
        AsyncEverything handler = new AsyncEverything(task -> {
            whenCalled.complete(CallContext.current().isPresent());
            new Thread(() -> {
                        whenAnswered.complete(CallContext.current().isPresent());
                        task.run();
                    })
                    .start();
        });
        try (ThriftServer server = Strategies.WORKER_THREAD
                        .builder(handler.processor())
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(requests.echoString(1, "text"));
            client.readReply(ThriftProtocol.BINARY).assertEchoString(1, "text");
            assertTrue(whenCalled.get(10, TimeUnit.SECONDS));
            assertFalse(whenAnswered.get(10, TimeUnit.SECONDS));
        }
    }

    /** Both calls run on one thread: the inner call hides the outer one while it runs. */
    public void aHandlerMayRunACallOfAnotherServer() throws Exception {
        List<String> methods = new ArrayList<>();
        byte[] innerCall = requests.call("echoI32", 2, new Everything.echoI32_args(7));
        byte[] outerCall = requests.echoString(1, "text");
        try (LocalCalls inner =
                        new LocalCalls(ThriftProtocol.BINARY, new Everything.Processor<>(new EverythingHandler() {
                            @Override
                            public int echoI32(int value) {
                                methods.add(currentMethod());
                                return value;
                            }
                        }));
                LocalCalls outer =
                        new LocalCalls(ThriftProtocol.BINARY, new Everything.Processor<>(new EverythingHandler() {
                            @Override
                            public String echoString(String value) {
                                methods.add(currentMethod());
                                inner.run(innerCall);
                                methods.add(currentMethod());
                                return value;
                            }
                        }))) {
            for (int i = 0; i < 2; i++) {
                outer.run(outerCall);
                methods.add(currentMethod());
                inner.run(innerCall);
            }
        }
        List<String> expected = List.of("echoString", "echoI32", "echoString", "none", "echoI32");
        assertEquals(
                methods, Stream.of(expected, expected).flatMap(List::stream).toList());
    }

    private static String currentMethod() {
        return CallContext.current().map(CallContext::method).orElse("none");
    }
}
