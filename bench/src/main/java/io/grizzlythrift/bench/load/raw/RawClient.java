package io.grizzlythrift.bench.load.raw;

import static io.grizzlythrift.strategy.internal.util.Bounds.requireBetween;

import io.grizzlythrift.bench.load.plan.LoadClient;
import io.grizzlythrift.bench.load.plan.LoadErrors;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.load.plan.Pacer;
import io.grizzlythrift.bench.load.plan.Schedule;
import io.grizzlythrift.bench.option.NamedValueConverter;
import io.grizzlythrift.bench.recording.Recording;
import io.grizzlythrift.bench.service.Exchange;
import io.grizzlythrift.frame.Dialect;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/**
 * Replays one encoded request, or recorded requests, over NIO at minimal cost, so that the server dominates the
 * figures.
 *
 * <p>Each connection keeps a fixed number of calls in flight: for all replies of one read, it sends as many new
 * requests with one write. With a rate, it has at most this number in flight, and sends all calls that are due with one
 * write. This client does not support burning calls in between: it matches replies by their order only, and expects the
 * same bytes in all of them.
 */
public final class RawClient implements LoadClient {
    /** Approximate maximum size of one write; larger buffers gain nothing. */
    private static final int WRITE_BYTES = 256 * 1024;

    private final LoadPlan plan;
    private final Supplier<Traffic> traffic;
    private final LoadErrors errors = new LoadErrors();
    private final List<RawLoop> loops = new ArrayList<>();
    private final List<Pacer> pacers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    public RawClient(LoadPlan plan) {
        requireBetween("threads of raw", plan.threads(), 1, plan.connections());
        LoadPlan.requireOnly("burn-every of raw", plan.burnEvery(), 0);
        if (!plan.calls().isEmpty() && plan.dialect() != Dialect.FRAMED) {
            throw new IllegalArgumentException(
                    "dialect is " + NamedValueConverter.spelled(plan.dialect()) + ", must be framed with --calls");
        }
        this.plan = plan;
        traffic = plan.recording().map(this::recorded).orElseGet(this::same);
    }

    @Override
    public void start() throws IOException {
        InetSocketAddress server = new InetSocketAddress(plan.host(), plan.port());
        try {
            for (int i = 0; i < plan.threads(); i++) {
                loops.add(new RawLoop(plan, errors));
            }
            for (int i = 0; i < plan.connections(); i++) {
                loops.get(i % plan.threads()).connect(server, traffic.get());
            }
        } catch (IOException | RuntimeException failed) {
            loops.forEach(RawLoop::close);
            throw failed;
        }
        if (plan.rate() > 0) {
            pace(Schedule.ofRate(plan.rate(), System.nanoTime()));
        }
        for (RawLoop loop : loops) {
            Thread thread = new Thread(loop, "raw-client-" + threads.size());
            threads.add(thread);
            thread.start();
        }
        pacers.forEach(Pacer::start);
    }

    private Supplier<Traffic> same() {
        Exchange exchange = Exchange.of(plan.preparedCall(), plan.protocol(), plan.dialect());
        byte[] request = exchange.request();
        ByteBuffer requests =
                RequestStream.repeat(request, Math.max(1, Math.min(plan.inFlight() + 1, WRITE_BYTES / request.length)));
        ByteBuffer reply = RequestStream.repeat(exchange.reply(), 1);
        return () -> new SameCall(
                RequestStream.over(requests, request.length),
                new ReplyCounter(reply, exchange.prefixBytes(), plan.verifyEvery(), errors),
                plan.inFlight());
    }

    /** Starts each connection with a different call, so that they do not all make the same call at the same time. */
    private Supplier<Traffic> recorded(Recording recording) {
        AtomicInteger first = new AtomicInteger();
        return () -> new RecordedTraffic(recording, first.getAndIncrement(), plan.inFlight(), errors);
    }

    /** Gives all connections the same number of calls, even if the loops have different numbers of connections. */
    private void pace(Schedule schedule) {
        int count = loops.size();
        for (int i = 0; i < count; i++) {
            int connections = (plan.connections() + count - 1 - i) / count;
            pacers.add(loops.get(i).follow(schedule.part(i, (double) plan.connections() / connections)));
        }
    }

    @Override
    public long calls() {
        return loops.stream().mapToLong(RawLoop::calls).sum();
    }

    @Override
    public LoadErrors errors() {
        return errors;
    }

    @Override
    public void record(boolean on) {
        loops.forEach(loop -> loop.record(on));
    }

    @Override
    public void close() {
        pacers.forEach(Pacer::stop);
        loops.forEach(RawLoop::stop);
        for (Thread thread : threads) {
            try {
                thread.join(TimeUnit.SECONDS.toMillis(5));
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public Histogram latencies() {
        Histogram all = new Histogram(3);
        loops.forEach(loop -> all.add(loop.latencies()));
        return all;
    }
}
