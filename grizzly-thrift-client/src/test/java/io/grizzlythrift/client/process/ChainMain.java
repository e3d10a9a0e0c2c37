package io.grizzlythrift.client.process;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.metrics.ClientCounters;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.metrics.ServerCounters;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.PatientLimits;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A process of a chain. With the arguments {@code client PORT} it makes two calls, with {@code quick-client PORT} only the
 * second, and waits for it. With {@code server PORT} it
 * serves {@code held} on one thread: by calling the server of that port, unless it is 0 or the key begins with {@code here}.
 * A server prints its port, and obeys the lines of its input: {@code release KEY} and {@code state}.
 */
public final class ChainMain {
    private ChainMain() {}

    public static void main(String[] args) throws Exception {
        int port = Integer.parseInt(args[1]);
        Optional<ThriftClient> next = port == 0
                ? Optional.empty()
                : Optional.of(PatientClient.builder()
                        .endpoint(ProbeServer.HOST, port)
                        .dialect(Dialect.HEADER)
                        .connectionsPerEndpoint(1)
                        .build());
        if (args[0].endsWith("client")) {
            Probe.Iface stub = next.orElseThrow().stub(Probe.Iface.class);
            if (args[0].equals("client")) {
                stub.echo("here"); // the server says in its reply that it takes notices
            }
            System.out.println(0);
            stub.held("killed");
        } else {
            serve(next);
        }
        next.ifPresent(ThriftClient::close);
    }

    private static void serve(Optional<ThriftClient> next) throws Exception {
        ProbeHandler own = new ProbeHandler();
        AtomicInteger begun = new AtomicInteger();
        AtomicInteger late = new AtomicInteger();
        Optional<Probe.Iface> stub = next.map(client -> client.stub(Probe.Iface.class));
        if (stub.isPresent()) {
            stub.get().echo("first");
        }
        Probe.Iface handler = (Probe.Iface) Proxy.newProxyInstance(
                ChainMain.class.getClassLoader(), new Class<?>[] {Probe.Iface.class}, (proxy, method, arguments) -> {
                    if (!method.getName().equals("echo")) {
                        begun.incrementAndGet();
                        if (CallContext.current().orElseThrow().remaining().isZero()) {
                            late.incrementAndGet();
                        }
                    }
                    boolean here = stub.isEmpty() || arguments[0].toString().startsWith("here");
                    try {
                        return method.invoke(here ? own : stub.get(), arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        try (ThriftServer server = ThriftServer.builder()
                .limits(PatientLimits.builder().build())
                .listen(ProbeServer.HOST, 0)
                .processor(new Probe.Processor<>(handler))
                .strategy(WorkerThreadStrategy.ofThreads(1))
                .build()
                .start()) {
            System.out.println(server.port());
            BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                if (line.equals("state")) {
                    System.out.println(state(server.counters(), next.map(ThriftClient::counters)) + " begun=" + begun
                            + " late=" + late);
                } else {
                    own.release(line.substring("release ".length()));
                }
            }
            own.releaseAll();
        }
    }

    private static String state(ServerCounters server, Optional<ClientCounters> client) {
        return "calls=" + server.calls() + " inFlight=" + server.inFlight() + " rejected=" + server.rejectedCalls()
                + " expired=" + server.reached(LimitType.CLIENT_TIMEOUT) + " cancelled=" + server.cancelledCalls()
                + " failedNext=" + client.map(ClientCounters::failed).orElse(0L)
                + " notices=" + client.map(ClientCounters::cancelNotices).orElse(0L);
    }
}
