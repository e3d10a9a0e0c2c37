package io.grizzlythrift.samples.guide;

import io.grizzlythrift.http.ThriftHttpHandler;
import io.grizzlythrift.samples.calculator.CalculatorHandler;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.THttpClient;
import org.glassfish.grizzly.http.server.HttpServer;

/** The calculator over HTTP: on the port of a Thrift server, and on a path of Grizzly's HttpServer. */
final class OverHttp {
    private OverHttp() {}

    // @start region=port
    static ThriftServer onTheThriftPort() {
        return ThriftServer.builder()
                .listen("0.0.0.0", 9090)
                .processor(new Calculator.Processor<>(new CalculatorHandler()))
                .http(true) // in addition to Thrift: calls by POST, /health/live, /health/ready, /metrics
                .build();
    }
    // @end region=port

    // @start region=json
    static ThriftServer inJson() {
        return ThriftServer.builder()
                .listen("0.0.0.0", 9090)
                .processor(new Calculator.Processor<>(new CalculatorHandler()))
                .http(true)
                .jsonCalls(true) // POST /call/Calculator/add, GET /call, GET /call/idl
                .reflection(true)
                .build();
    }
    // @end region=json

    // @start region=server
    static void serve(HttpServer http) { // such as HttpServer.createSimpleServer(null, 8080)
        ThriftHttpHandler handler = ThriftHttpHandler.builder()
                .processor(new Calculator.Processor<>(new CalculatorHandler()))
                .strategy(WorkerThreadStrategy.ofThreads(8))
                .build();
        http.getServerConfiguration().addHttpHandler(handler, "/calculator");
    }
    // @end region=server

    // @start region=client
    static int add(String address) throws TException {
        try (THttpClient transport = new THttpClient(address)) { // http://127.0.0.1:8080/calculator
            return new Calculator.Client(new TBinaryProtocol(transport)).add(1, 1);
        }
    }
    // @end region=client
}
