package io.grizzlythrift.scorecard.server;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.memory.LiveHeap;
import io.grizzlythrift.bench.process.ChildRequests;
import io.grizzlythrift.call.MethodOptions;
import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.metrics.CallPlacement;
import io.grizzlythrift.metrics.MethodMetrics;
import io.grizzlythrift.metrics.ServerCounters;
import io.grizzlythrift.scorecard.process.LogCounter;
import io.grizzlythrift.scorecard.process.Outage;
import io.grizzlythrift.scorecard.process.ProcessFigures;
import io.grizzlythrift.scorecard.server.ScorecardHandler.Behaviour;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.strategy.AdaptiveStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.test.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The server under test, in a separate process; see {@link ServerChild}. The process ends when its input ends. */
public final class ScorecardServer {
    static final String NAME = "scorecard";

    private final ScorecardHandler handler;
    private final ThriftServer server;
    private final ProcessFigures process;
    private final Descriptors descriptors = new Descriptors();
    private final CompletableFuture<Boolean> drained = new CompletableFuture<>();
    private long drainNanos;

    private ScorecardServer(ServerOptions options, LogCounter log) {
        handler = new ScorecardHandler(Behaviour.valueOf(options.get("handler")));
        process = new ProcessFigures(log);
        ThriftServerBuilder builder = ThriftServer.builder()
                .name(NAME)
                .listen(options.find("address").orElse("127.0.0.1"), options.number("port"))
                .protocol(ThriftProtocol.COMPACT)
                .processor(new BenchService.Processor<>(handler))
                .selectorThreads(options.number("selectors"))
                .replyOrder(ReplyOrder.valueOf(options.get("order")))
                .http(options.find("http").isPresent())
                .limits(LimitOption.limits(options))
                .strategy(strategy(options));
        options.find("own-threads").ifPresent(method -> builder.method(method, MethodOptions.ofThreads(2)));
        options.wire().prepare(builder);
        server = builder.build().start();
    }

    private static ProcessingStrategy strategy(ServerOptions options) {
        if (options.find("thread-per-read").isPresent()) {
            return new ThreadPerRead();
        }
        if (options.find("adaptive").isPresent()) {
            return AdaptiveStrategy.ofThreads(options.number("threads"));
        }
        return options.strategy().create(options.number("threads"), options.number("queue"));
    }

    /** Starts a server with the words of {@link ServerOptions}. */
    public static void main(String[] args) {
        LogCounter log = LogCounter.install();
        ScorecardServer running = new ScorecardServer(ServerOptions.parse(List.of(args)), log);
        new ChildRequests()
                .on("state", (arguments, figures) -> running.state(figures))
                .on("heap", (arguments, figures) -> figures.put("bytes", LiveHeap.settledBytes()))
                .on("behave", (arguments, figures) -> running.handler.behave(Behaviour.valueOf(arguments.get(0))))
                .on("logged", (arguments, figures) -> figures.put("logged", logged(log, arguments)))
                .on("effort", (arguments, figures) -> running.effort(figures))
                .on("take-descriptors", (arguments, figures) -> figures.put("taken", running.descriptors.takeAll()))
                .on("give-descriptors-back", (arguments, figures) -> running.descriptors.giveBack())
                .on("fill-heap", (arguments, figures) -> Outage.ofHeap(millis(arguments)))
                .on("fill-direct-memory", (arguments, figures) -> Outage.ofDirectMemory(millis(arguments)))
                .on("release", (arguments, figures) -> running.handler.release())
                .on("reset", (arguments, figures) -> running.handler.reset())
                .on("drain", (arguments, figures) -> running.drain(millis(arguments)))
                .on("drained", (arguments, figures) -> running.drained(figures))
                .serve(Map.of("port", (long) running.server.port()));
    }

    private static long logged(LogCounter log, List<String> words) {
        return log.takeLineWith(String.join(" ", words)) ? 1 : 0;
    }

    private static Duration millis(List<String> arguments) {
        return Duration.ofMillis(Long.parseLong(arguments.get(0)));
    }

    private void effort(Map<String, Long> figures) {
        ServerCounters counters = server.counters();
        figures.put("accepted", counters.acceptedConnections());
        figures.put("failedAccepts", counters.failedAccepts());
        figures.put("cpuNanos", ProcessFigures.cpuNanos());
        figures.put("serverCpuNanos", ProcessFigures.cpuNanosOfThreads(NAME + "-"));
    }

    private void state(Map<String, Long> figures) throws IOException {
        ServerCounters counters = server.counters();
        figures.put("accepted", counters.acceptedConnections());
        figures.put("open", counters.openConnections());
        figures.put("calls", counters.calls());
        figures.put("inFlight", (long) counters.inFlight());
        figures.put("partialFrameBytes", counters.bufferedBytes(MemoryPart.PARTIAL_FRAMES));
        figures.put("bufferedBytes", counters.bufferedBytes());
        figures.put("refused", counters.rejectedCalls());
        figures.put("cancelled", counters.cancelledCalls());
        figures.put("dropped", counters.droppedCalls());
        figures.put("protocolErrors", counters.protocolErrors());
        figures.put("handlerErrors", counters.handlerErrors());
        figures.put("rejectedFrames", server.rejectedFrames());
        for (LimitType limit : LimitType.values()) {
            figures.put(limit.name(), counters.reached(limit));
        }
        figures.put("running", handler.running());
        figures.put("echoOnSelectors", runsOnSelectors("echo") ? 1L : 0L);
        figures.put("serverThreads", ProcessFigures.threadsNamed(NAME + "-"));
        process.tell(figures);
    }

    private boolean runsOnSelectors(String method) {
        return server.metrics()
                .method("", method)
                .flatMap(MethodMetrics::placement)
                .map(CallPlacement::onSelectorThreads)
                .orElse(false);
    }

    /** Starts to shut down. Returns once the server rejects calls, which it does before it waits for anything. */
    private void drain(Duration grace) throws Exception {
        Thread thread = new Thread(
                () -> {
                    long begin = System.nanoTime();
                    boolean all = server.shutdown(grace);
                    drainNanos = System.nanoTime() - begin;
                    drained.complete(all);
                },
                "drain");
        thread.start();
        Await.that(
                "drain begins to wait",
                () -> drained.isDone()
                        || thread.getState() == Thread.State.TIMED_WAITING
                        || thread.getState() == Thread.State.WAITING);
    }

    private void drained(Map<String, Long> figures) throws Exception {
        figures.put("drained", drained.get() ? 1L : 0L);
        figures.put("nanos", drainNanos);
    }
}
