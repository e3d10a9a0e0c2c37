package io.grizzlythrift.samples.calculator;

import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.samples.calculator.gen.InvalidOperation;
import io.grizzlythrift.samples.calculator.gen.Operation;
import io.grizzlythrift.samples.calculator.gen.Work;
import java.io.PrintStream;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.layered.TFramedTransport;

/** Calls every method of a calculator once, with what comes with Thrift: any framed client fits the server. */
public final class CalculatorClient {
    private static final int TIMEOUT_MS = 5_000;

    private CalculatorClient() {}

    /**
     * Runs the client. Usage: {@code CalculatorClient [host [port]]}.
     *
     * @param args the server's host, 127.0.0.1 by default; and its port, 9090 by default
     * @throws TException if the server cannot be reached, or breaks the connection
     */
    public static void main(String[] args) throws TException {
        run(args.length > 0 ? args[0] : "127.0.0.1", args.length > 1 ? Integer.parseInt(args[1]) : 9090, System.out);
    }

    static void run(String host, int port, PrintStream out) throws TException {
        try (TTransport transport = new TFramedTransport(new TSocket(host, port, TIMEOUT_MS))) {
            transport.open();
            Calculator.Iface calculator = new Calculator.Client(new TCompactProtocol(transport));

            calculator.ping();
            out.println("ping");
            out.println("1 + 1 = " + calculator.add(1, 1));

            Work minus =
                    new Work().setNum1(15).setNum2(10).setOp(Operation.SUBTRACT).setComment("the rest");
            out.println("15 - 10 = " + calculator.calculate(1, minus));
            out.println("log 1: " + calculator.getStruct(1).getValue());

            try {
                calculator.calculate(2, new Work().setNum1(1).setNum2(0).setOp(Operation.DIVIDE));
            } catch (InvalidOperation e) {
                out.println("1 / 0: " + e.getWhy());
            }
            calculator.zip();
            out.println("zip, without waiting");
        }
    }
}
