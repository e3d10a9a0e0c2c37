package io.grizzlythrift.samples.calculator;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import java.io.PrintStream;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TTransport;

/**
 * The calls of {@link SynchronousClient} with the generated {@code Client}, over the connections of a pooled client. It
 * differs from {@link SocketClient} only in its transport.
 */
public final class TransportClient {
    private TransportClient() {}

    /**
     * Runs the client. Usage: {@code TransportClient [host [port]]}.
     *
     * @param args the server's host, 127.0.0.1 by default; and its port, 9090 by default
     * @throws TException if a call fails
     */
    public static void main(String[] args) throws TException {
        run(args.length > 0 ? args[0] : "127.0.0.1", args.length > 1 ? Integer.parseInt(args[1]) : 9090, System.out);
    }

    static void run(String host, int port, PrintStream out) throws TException {
        try (ThriftClient client = ThriftClient.builder().endpoint(host, port).build();
                TTransport transport = client.transport()) {
            SynchronousClient.callAll(new Calculator.Client(new TBinaryProtocol(transport)), out);
        }
    }
}
