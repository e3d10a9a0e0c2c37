package io.grizzlythrift.samples.guide;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.thrift.TException;
import org.apache.thrift.async.AsyncMethodCallback;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TTransport;

/** The ways to make a call: three kinds of stubs, and a transport for generated clients. */
final class Stubs {
    private Stubs() {}

    static int waiting(ThriftClient client) throws TException {
        // @start region=iface
        Calculator.Iface calculator = client.stub(Calculator.Iface.class);
        int sum = calculator.add(1, 1); // waits, and returns or throws
        // @end region=iface
        return sum;
    }

    static int headers(ThriftClient client) throws TException {
        // @start region=headers
        AtomicReference<Map<String, String>> reply = new AtomicReference<>(Map.of());
        CallOptions options =
                CallOptions.create().withHeader("request-id", "17").onReplyHeaders(reply::set);
        int sum = client.stub(Calculator.Iface.class, options).add(1, 1);
        String servedBy = reply.get().getOrDefault("served-by", "unknown");
        // @end region=headers
        return servedBy.isEmpty() ? 0 : sum;
    }

    static int futures(ThriftClient client) throws Exception {
        // @start region=future
        Calculator.FutureIface calculator = client.stub(Calculator.FutureIface.class);
        CompletableFuture<Integer> four = calculator.add(2, 2);
        CompletableFuture<Integer> six = calculator.add(3, 3); // both are in flight
        int ten = four.get() + six.get();
        // @end region=future
        return ten;
    }

    static void callbacks(ThriftClient client, AsyncMethodCallback<Integer> callback) throws TException {
        // @start region=callback
        Calculator.AsyncIface calculator = client.stub(Calculator.AsyncIface.class);
        calculator.add(4, 4, callback); // its onComplete or onError runs on a selector thread of the client
        // @end region=callback
    }

    static int generatedClient(ThriftClient client) throws TException {
        int sum;
        // @start region=transport
        try (TTransport transport = client.transport()) {
            Calculator.Client calculator = new Calculator.Client(new TBinaryProtocol(transport));
            sum = calculator.add(5, 5); // as over a socket; one thread at a time
        }
        // @end region=transport
        return sum;
    }
}
