package io.grizzlythrift.samples.jersey;

import io.grizzlythrift.server.ThriftServer;
import java.io.IOException;
import java.net.URI;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpServerFactory;

/** REST and Thrift in one process: they start together and end together. */
public final class CalculatorProcess implements AutoCloseable {
    private final ThriftBesideRest thrift = new ThriftBesideRest();
    private final HttpServer http;

    CalculatorProcess(int httpPort, int thriftPort) throws IOException {
        URI rest = URI.create("http://127.0.0.1:" + httpPort);
        http = GrizzlyHttpServerFactory.createHttpServer(rest, new CalculatorApplication(thriftPort, thrift), false);
        try {
            http.start();
        } finally {
            if (!thrift.started.isDone()) {
                http.shutdownNow(); // otherwise REST would run alone
            }
        }
    }

    /**
     * Runs both until the process is stopped, and then completes the Thrift calls in flight.
     *
     * @param args none
     * @throws IOException if the port for REST is in use
     * @throws InterruptedException never: nothing interrupts the main thread
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        CalculatorProcess process = new CalculatorProcess(8080, 9090);
        Runtime.getRuntime().addShutdownHook(new Thread(process::close, "shutdown"));
        System.out.println("http://127.0.0.1:" + process.httpPort() + "/calculator/sum/1/2 and Thrift on port "
                + process.thrift().port() + "; Ctrl-C stops both.");
        process.thrift().awaitTermination();
    }

    int httpPort() {
        return http.getListeners().iterator().next().getPort();
    }

    ThriftServer thrift() {
        return thrift.started.join();
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
