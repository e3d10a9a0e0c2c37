package io.grizzlythrift.samples.guide;

import io.grizzlythrift.compat.THeaderProtocol;
import io.grizzlythrift.compat.THeaderTransport;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import java.util.Map;
import org.apache.thrift.TException;
import org.apache.thrift.TProcessor;
import org.apache.thrift.server.TServer;
import org.apache.thrift.server.TThreadPoolServer;
import org.apache.thrift.transport.TServerSocket;
import org.apache.thrift.transport.TSocket;

/** A server and a client of libthrift that send headers with calls and replies. */
final class WithHeaders {
    private WithHeaders() {}

    static TServer server(TServerSocket socket, TProcessor processor) {
        // @start region=server
        TServer server = new TThreadPoolServer(new TThreadPoolServer.Args(socket)
                .processor(processor)
                .transportFactory(new THeaderTransport.Factory())
                .protocolFactory(new THeaderProtocol.Factory()));
        // @end region=server
        return server;
    }

    static void handle() {
        // @start region=handler
        THeaderTransport.current().ifPresent(transport -> {
            String tenant = transport.getReadHeaders().getOrDefault("tenant", "none");
            transport.setWriteHeader("served-for", tenant);
        });
        // @end region=handler
    }

    static Map<String, String> call(int port) throws TException {
        // @start region=client
        try (THeaderTransport transport = new THeaderTransport(new TSocket("127.0.0.1", port))) {
            transport.open();
            Calculator.Client calculator = new Calculator.Client(new THeaderProtocol(transport));
            transport.setWriteHeader("tenant", "blue");
            calculator.ping();
            return transport.getReadHeaders(); // of the reply
        }
        // @end region=client
    }
}
