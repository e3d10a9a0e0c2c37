package io.grizzlythrift.server;

import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.ServerThreads;
import io.grizzlythrift.test.server.Strategies;

/**
 * A program with a server that the JVM shuts down. It prints its port, and a line when {@code hold} is called. It
 * replies to that call when the shutdown hook runs.
 */
final class HookedServer {
    static final String NAME = "hooked";
    static final String HELD = "held";

    private HookedServer() {}

    /**
     * Runs until a signal arrives.
     *
     * @param arguments the name of a strategy
     */
    public static void main(String[] arguments) throws InterruptedException {
        EverythingHandler handler = new EverythingHandler();
        ThriftServer server = Strategies.valueOf(arguments[0])
                .builder(new Everything.Processor<>(handler))
                .name(NAME)
                .shutdownHook(true)
                .shutdownGrace(Await.LONG)
                .build()
                .start();
        System.out.println(server.port());
        handler.held(HELD).entered.join();
        System.out.println(HELD);
        Await.that("the hook never runs", HookedServer::hookRuns);
        handler.held(HELD).reply.complete("answered");
        Thread.currentThread().join();
    }

    private static boolean hookRuns() {
        return ServerThreads.of(NAME).stream()
                .anyMatch(thread -> thread.getName().equals(NAME + "-shutdown-hook"));
    }
}
