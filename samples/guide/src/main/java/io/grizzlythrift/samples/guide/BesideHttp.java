package io.grizzlythrift.samples.guide;

import io.grizzlythrift.http.addon.ThriftAddOn;
import io.grizzlythrift.samples.calculator.CalculatorHandler;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.NetworkListener;

/** Thrift on the transport of an HttpServer. */
final class BesideHttp {
    private BesideHttp() {}

    static ThriftAddOn onOwnPort(HttpServer server, int port) throws IOException {
        // @start region=own-port
        ThriftAddOn thrift = ThriftAddOn.onOwnPort(options ->
                options.listen("127.0.0.1", port).processor(new Calculator.Processor<>(new CalculatorHandler())));
        NetworkListener network = server.getListener("grizzly");
        network.registerAddOn(thrift);
        server.start();
        // @end region=own-port
        return thrift;
    }

    static ThriftAddOn onHttpPort(HttpServer server) throws IOException {
        // @start region=http-port
        ThriftAddOn thrift = ThriftAddOn.onHttpPort(
                options -> options.processor(new Calculator.Processor<>(new CalculatorHandler())));
        // @end region=http-port
        server.getListener("grizzly").registerAddOn(thrift);
        server.start();
        return thrift;
    }

    static void end(HttpServer server) throws InterruptedException, ExecutionException, TimeoutException {
        // @start region=end
        server.shutdown(10, TimeUnit.SECONDS).get(20, TimeUnit.SECONDS); // drains both
        server.shutdownNow();
        // @end region=end
    }
}
