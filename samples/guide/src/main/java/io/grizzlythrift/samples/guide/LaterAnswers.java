package io.grizzlythrift.samples.guide;

import io.grizzlythrift.call.FutureHandlers;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.server.ThriftServer;
import java.util.concurrent.Executor;

/** Serves handlers that reply later, from any thread. */
final class LaterAnswers {
    private LaterAnswers() {}

    // @start region=callbacks
    static ThriftServer serve(int port, Calculator.AsyncIface handler) {
        return ThriftServer.builder()
                .listen("127.0.0.1", port)
                .processor(new Calculator.AsyncProcessor<>(handler))
                .build()
                .start();
    }
    // @end region=callbacks

    // @start region=futures
    static ThriftServer serve(int port, Executor pool) {
        return serve(port, FutureHandlers.adapt(Calculator.AsyncIface.class, new SlowCalculator(pool)));
    }
    // @end region=futures
}
