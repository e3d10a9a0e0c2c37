package io.grizzlythrift.samples.calculator;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.samples.calculator.gen.InvalidOperation;
import io.grizzlythrift.samples.calculator.gen.Operation;
import io.grizzlythrift.samples.calculator.gen.Work;
import java.io.PrintStream;
import java.time.Duration;
import org.apache.thrift.TException;

/** Calls every method of a calculator once, and waits for each reply. Any number of threads could share the stub. */
public final class SynchronousClient {
    private SynchronousClient() {}

    /**
     * Runs the client. Usage: {@code SynchronousClient [host [port]]}.
     *
     * @param args the server's host, 127.0.0.1 by default; and its port, 9090 by default
     * @throws TException if a call fails
     */
    public static void main(String[] args) throws TException {
        run(args.length > 0 ? args[0] : "127.0.0.1", args.length > 1 ? Integer.parseInt(args[1]) : 9090, System.out);
    }

    static void run(String host, int port, PrintStream out) throws TException {
        try (ThriftClient client = ThriftClient.builder()
                .endpoint(host, port)
                .callTimeout(Duration.ofSeconds(10))
                .build()) {
            callAll(client.stub(Calculator.Iface.class), out);
        }
    }

    /**
     * Makes all calls. {@link SocketClient} and {@link TransportClient} use it with other implementations of the
     * interface.
     */
    static void callAll(Calculator.Iface calculator, PrintStream out) throws TException {
        calculator.ping();
        out.println("ping");
        out.println("1 + 1 = " + calculator.add(1, 1));
        Work rest = new Work(15, 10, Operation.SUBTRACT).setComment("the rest");
        out.println("15 - 10 = " + calculator.calculate(1, rest));
        out.println("log 1: " + calculator.getStruct(1).getValue());
        try {
            calculator.calculate(2, new Work(1, 0, Operation.DIVIDE));
        } catch (InvalidOperation e) {
            out.println("refused: " + e.getWhy());
        }
        calculator.zip();
        out.println("zip, without waiting");
    }
}
