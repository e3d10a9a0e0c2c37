package io.grizzlythrift.samples.calculator;

import io.grizzlythrift.samples.calculator.gen.Calculator;
import java.io.PrintStream;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.layered.TFramedTransport;

/** The calls of {@link SynchronousClient} with Thrift's own classes: the server works with any framed client. */
public final class SocketClient {
    private static final int TIMEOUT_MS = 5_000;

    private SocketClient() {}

    /**
     * Runs the client. Usage: {@code SocketClient [host [port]]}.
     *
     * @param args the server's host, 127.0.0.1 by default; and its port, 9090 by default
     * @throws TException if the server cannot be reached, or closes the connection
     */
    public static void main(String[] args) throws TException {
        run(args.length > 0 ? args[0] : "127.0.0.1", args.length > 1 ? Integer.parseInt(args[1]) : 9090, System.out);
    }

    static void run(String host, int port, PrintStream out) throws TException {
        try (TTransport transport = new TFramedTransport(new TSocket(host, port, TIMEOUT_MS))) {
            transport.open();
            SynchronousClient.callAll(new Calculator.Client(new TBinaryProtocol(transport)), out);
        }
    }
}
