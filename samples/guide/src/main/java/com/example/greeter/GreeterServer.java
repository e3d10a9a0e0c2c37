package com.example.greeter;

import com.example.greeter.gen.Greeter;
import io.grizzlythrift.server.ThriftServer;

/** Serves the greeter until the process is stopped. */
public final class GreeterServer {
    private GreeterServer() {}

    public static void main(String[] args) throws InterruptedException {
        ThriftServer server = start(9090);
        System.out.println("Greeter listens on port " + server.port());
        server.awaitTermination(); // its threads do not keep the JVM running
    }

    static ThriftServer start(int port) {
        return ThriftServer.builder()
                .name("greeter") // prefix of its thread names
                .listen("127.0.0.1", port) // 0.0.0.0 serves other machines, too
                .processor(new Greeter.Processor<>(new GreeterHandler()))
                .shutdownHook(true) // Ctrl-C and SIGTERM let running calls end
                .build()
                .start();
    }
}
