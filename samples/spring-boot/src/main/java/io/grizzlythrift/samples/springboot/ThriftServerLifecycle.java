package io.grizzlythrift.samples.springboot;

import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Starts the server after all beans are created, and drains it before the first bean is destroyed. */
@Component
class ThriftServerLifecycle implements SmartLifecycle {
    private final ThriftServer server;

    ThriftServerLifecycle(ThriftProperties properties, Calculator.Iface handler) {
        server = ThriftServer.builder()
                .name("calculator")
                .listen(properties.host(), properties.port())
                .processor(new Calculator.Processor<>(handler))
                .strategy(WorkerThreadStrategy.ofThreads(properties.threads()))
                .shutdownGrace(properties.shutdownGrace())
                .build();
    }

    @Override
    public void start() {
        server.start();
    }

    @Override
    public void stop() {
        server.close();
    }

    @Override
    public boolean isRunning() {
        return server.isRunning();
    }

    int port() {
        return server.port();
    }
}
