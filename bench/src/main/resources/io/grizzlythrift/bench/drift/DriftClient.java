package io.grizzlythrift.bench.drift;

import com.google.common.net.HostAndPort;
import io.airlift.drift.client.DriftClientFactory;
import io.airlift.drift.client.ExceptionClassifier;
import io.airlift.drift.client.address.SimpleAddressSelector;
import io.airlift.drift.client.stats.NullMethodInvocationStatsFactory;
import io.airlift.drift.codec.ThriftCodecManager;
import io.airlift.drift.transport.client.DriftClientConfig;
import io.airlift.drift.transport.netty.client.DriftNettyClientConfig;
import io.airlift.drift.transport.netty.client.DriftNettyConnectionFactoryConfig;
import io.airlift.drift.transport.netty.client.DriftNettyMethodInvokerFactory;
import io.airlift.drift.transport.netty.codec.Protocol;
import io.airlift.drift.transport.netty.codec.Transport;
import io.airlift.units.DataSize;
import io.airlift.units.Duration;
import io.grizzlythrift.bench.load.caller.CallChains;
import io.grizzlythrift.bench.load.generated.GeneratedClient;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.service.WireProtocol;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Drift's pipelining client, in its fastest configuration.
 *
 * <p>Interfaces whose methods return futures, because they need no thread per call; their callbacks run directly on the
 * event loop, and the next call starts there without a hand-over. Drift's pool has one connection per address and
 * configuration, so each connection of the plan has a client whose request timeout differs by a millisecond; the event
 * loops are shared. The pool is unbounded, because it closes connections in use as soon as a part of it is full. No
 * retries, so that each failure is seen, and no statistics, as for all clients. It has no native transport.
 */
public final class DriftClient extends GeneratedClient {
    private static final long REQUEST_TIMEOUT_MILLIS = TimeUnit.HOURS.toMillis(1);

    private final CallChains chains = new CallChains(mix(), answers());
    private final DriftNettyMethodInvokerFactory<Integer> connections;

    public DriftClient(LoadPlan plan) {
        super(plan);
        connections = new DriftNettyMethodInvokerFactory<>(
                new DriftNettyConnectionFactoryConfig()
                        .setThreadCount(plan.ioThreads())
                        .setConnectionPoolMaxSize(Integer.MAX_VALUE),
                this::connection);
    }

    private DriftNettyClientConfig connection(int number) {
        return new DriftNettyClientConfig()
                .setTransport(Transport.FRAMED)
                .setProtocol(plan().protocol() == WireProtocol.BINARY ? Protocol.BINARY : Protocol.COMPACT)
                .setMaxFrameSize(DataSize.ofBytes(plan().maxFrameBytes()))
                .setRequestTimeout(new Duration(REQUEST_TIMEOUT_MILLIS + number, TimeUnit.MILLISECONDS));
    }

    @Override
    public void start() throws IOException {
        ThriftCodecManager codecs = new ThriftCodecManager();
        List<DriftStub> stubs = new ArrayList<>();
        for (int i = 0; i < plan().connections(); i++) {
            DriftService service = client(codecs, i);
            connect(service);
            stubs.add(new DriftStub(service));
        }
        // In this order, so that successive calls of the schedule use different connections.
        for (int i = 0; i < plan().inFlight(); i++) {
            stubs.forEach(stub -> chains.add(chain -> chain.call().begin(stub, chain)));
        }
        chains.start(plan().rate());
    }

    private DriftService client(ThriftCodecManager codecs, int number) {
        HostAndPort server = HostAndPort.fromParts(plan().host(), plan().port());
        return new DriftClientFactory(
                        codecs,
                        () -> connections.createMethodInvoker(number),
                        new SimpleAddressSelector(List.of(server), false),
                        ExceptionClassifier.NORMAL_RESULT,
                        new NullMethodInvocationStatsFactory())
                .createDriftClient(
                        DriftService.class,
                        Optional.empty(),
                        List.of(),
                        new DriftClientConfig().setMaxRetries(0).setStatsEnabled(false))
                .get();
    }

    /** Drift connects when the first call is made. */
    private static void connect(DriftService service) throws IOException {
        try {
            service.ping().get();
        } catch (ExecutionException failed) {
            throw new IOException(failed.getCause().getMessage(), failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while connecting");
        }
    }

    @Override
    public void close() {
        chains.stop(grace());
        connections.close();
    }
}
