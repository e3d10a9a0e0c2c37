package io.grizzlythrift.inspect.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.grizzlythrift.call.ServerCallOutcome;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.inspect.CallSnapshot;
import io.grizzlythrift.inspect.ClientSnapshot;
import io.grizzlythrift.inspect.ConnectionSnapshot;
import io.grizzlythrift.inspect.CountsSnapshot;
import io.grizzlythrift.inspect.Latencies;
import io.grizzlythrift.inspect.LimitSnapshot;
import io.grizzlythrift.inspect.MemorySnapshot;
import io.grizzlythrift.inspect.MethodSnapshot;
import io.grizzlythrift.inspect.PlacementSnapshot;
import io.grizzlythrift.inspect.QueueSnapshot;
import io.grizzlythrift.inspect.ServerSnapshot;
import io.grizzlythrift.inspect.SlowCall;
import io.grizzlythrift.inspect.ThreadsSnapshot;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.metrics.MethodMetrics;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes the snapshot of a server. */
final class ServerJson {
    private static final long UNKNOWN = -1;

    private final JsonGenerator json;
    private final ServerSnapshot now;
    private final Map<String, MethodSnapshot> earlier = new HashMap<>();

    /** Whether a method that the earlier snapshot lacks had no calls, because that one lists all. */
    private final boolean listsAllEarlier;

    /** The time since the earlier snapshot; zero without one. */
    private final Duration window;

    ServerJson(JsonGenerator json, ServerSnapshot now, Optional<ServerSnapshot> before) {
        this.json = json;
        this.now = now;
        before.ifPresent(known ->
                known.methods().items().forEach(method -> earlier.put(nameOf(method.metrics()), method)));
        listsAllEarlier = before.map(ServerSnapshot::methods)
                .map(methods -> methods.items().size() >= methods.total())
                .orElse(false);
        window = before.map(known -> now.uptime().minus(known.uptime())).orElse(Duration.ZERO);
    }

    void write(List<ClientSnapshot> clients) throws IOException {
        json.writeStartObject();
        json.writeStringField("taken", now.taken().toString());
        Members.time(json, "uptime", now.uptime());
        Members.time(json, "window", window.isZero() ? Optional.empty() : Optional.of(window));
        json.writeStringField("name", now.name());
        json.writeStringField("state", now.state().name());
        Members.text(json, "drain", now.drain());
        json.writeArrayFieldStart("addresses");
        for (InetSocketAddress address : now.addresses()) {
            json.writeString(address.getHostString() + ":" + address.getPort());
        }
        json.writeEndArray();
        json.writeStringField("strategy", now.strategy());
        counts(now.counts());
        all();
        Members.listing(json, "methods", now.methods(), this::method);
        Members.listing(json, "calls", now.calls(), this::call);
        Members.listing(json, "connections", now.connections(), this::connection);
        Members.time(json, "slowThreshold", now.slowThreshold());
        Members.listing(json, "slowCalls", now.slowCalls(), this::slowCall);
        Members.objects(json, "limits", now.limits(), this::limit);
        memory(now.memory());
        Members.objects(json, "queues", now.queues(), this::queue);
        Members.objects(json, "threads", now.threads(), this::threads);
        Members.objects(json, "clients", clients, client -> ClientJson.members(json, client));
        json.writeEndObject();
    }

    private void counts(CountsSnapshot counts) throws IOException {
        json.writeObjectFieldStart("counts");
        json.writeNumberField("acceptedConnections", counts.acceptedConnections());
        json.writeNumberField("openConnections", counts.openConnections());
        json.writeNumberField("calls", counts.calls());
        json.writeNumberField("rejectedCalls", counts.rejectedCalls());
        json.writeNumberField("droppedCalls", counts.droppedCalls());
        json.writeNumberField("cancelledCalls", counts.cancelledCalls());
        json.writeNumberField("protocolErrors", counts.protocolErrors());
        json.writeNumberField("handlerErrors", counts.handlerErrors());
        json.writeNumberField("inFlight", counts.inFlight());
        json.writeNumberField("inFlightLimit", counts.inFlightLimit());
        json.writeEndObject();
    }

    private static String nameOf(MethodMetrics method) {
        return method.service().isEmpty() ? method.method() : method.service() + ":" + method.method();
    }

    private static long failed(MethodMetrics method) {
        return method.outcomes().entrySet().stream()
                .filter(outcome -> outcome.getKey() != ServerCallOutcome.Kind.REPLIED
                        && !outcome.getKey().isRejection())
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private static long rejected(MethodMetrics method) {
        return method.outcomes().entrySet().stream()
                .filter(outcome -> outcome.getKey().isRejection())
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private void all() throws IOException {
        long calls = 0;
        long failed = 0;
        long newCalls = 0;
        Latencies queued = Latencies.NONE;
        Latencies handled = Latencies.NONE;
        for (MethodSnapshot method : now.methods().items()) {
            calls += method.metrics().calls();
            failed += failed(method.metrics());
            newCalls += Math.max(0, newCalls(method));
            queued = queued.plus(queued(method));
            handled = handled.plus(handled(method));
        }
        json.writeObjectFieldStart("all");
        json.writeNumberField("calls", calls);
        json.writeNumberField("failed", failed);
        callsPerSecond(newCalls);
        Members.latencies(json, "queued", queued);
        Members.latencies(json, "handled", handled);
        json.writeEndObject();
    }

    /** Returns the calls since the earlier snapshot, or {@link #UNKNOWN} if that one may have left the method out. */
    private long newCalls(MethodSnapshot method) {
        MethodSnapshot before = earlier.get(nameOf(method.metrics()));
        if (before == null) {
            return listsAllEarlier ? method.metrics().calls() : UNKNOWN;
        }
        return method.metrics().calls() - before.metrics().calls();
    }

    private void callsPerSecond(long calls) throws IOException {
        if (calls == UNKNOWN || window.isZero() || window.isNegative()) {
            json.writeNullField("callsPerSecond");
        } else {
            json.writeNumberField("callsPerSecond", 1_000 * calls / Members.millis(window));
        }
    }

    /** The times in queue since the earlier snapshot; none without one, because nobody knows what time they span. */
    private Latencies queued(MethodSnapshot method) {
        MethodSnapshot before = earlier.get(nameOf(method.metrics()));
        return before == null ? Latencies.NONE : method.queued().since(before.queued());
    }

    private Latencies handled(MethodSnapshot method) {
        MethodSnapshot before = earlier.get(nameOf(method.metrics()));
        return before == null ? Latencies.NONE : method.handled().since(before.handled());
    }

    private void method(MethodSnapshot method) throws IOException {
        MethodMetrics metrics = method.metrics();
        json.writeStringField("name", nameOf(metrics));
        json.writeStringField("service", metrics.service());
        json.writeStringField("method", metrics.method());
        json.writeNumberField("calls", metrics.calls());
        json.writeNumberField("failed", failed(metrics));
        json.writeNumberField("rejected", rejected(metrics));
        json.writeObjectFieldStart("outcomes");
        for (Map.Entry<ServerCallOutcome.Kind, Long> outcome :
                metrics.outcomes().entrySet()) {
            if (outcome.getValue() > 0) {
                json.writeNumberField(outcome.getKey().name(), outcome.getValue());
            }
        }
        json.writeEndObject();
        json.writeNumberField("messageBytes", metrics.messageBytes());
        json.writeNumberField("replyBytes", metrics.replyBytes());
        callsPerSecond(newCalls(method));
        Members.latencies(json, "queued", queued(method));
        Members.latencies(json, "handled", handled(method));
        if (method.placement().isEmpty()) {
            json.writeNullField("placement");
            return;
        }
        PlacementSnapshot placement = method.placement().get();
        json.writeObjectFieldStart("placement");
        json.writeBooleanField("onSelectorThreads", placement.onSelectorThreads());
        json.writeStringField("reason", placement.reason());
        json.writeNumberField("promotions", placement.promotions());
        json.writeNumberField("demotions", placement.demotions());
        Members.time(json, "lastSlowCall", placement.lastSlowCall());
        json.writeEndObject();
    }

    private void call(CallSnapshot call) throws IOException {
        json.writeStringField("service", call.service());
        json.writeStringField("method", call.method());
        json.writeStringField("state", call.state().name());
        Members.time(json, "age", call.age());
        Members.time(json, "remaining", call.remaining());
        json.writeStringField("peer", call.peer());
        Members.text(json, "identity", call.identity());
        Members.text(json, "thread", call.thread());
        json.writeArrayFieldStart("stack");
        for (StackTraceElement frame : call.stack()) {
            json.writeString(frame.toString());
        }
        json.writeEndArray();
    }

    private void connection(ConnectionSnapshot connection) throws IOException {
        json.writeStringField("peer", connection.peer());
        json.writeStringField("local", connection.local());
        Members.text(json, "dialect", connection.dialect().map(Dialect::name));
        Members.text(json, "protocol", connection.protocol());
        json.writeBooleanField("tls", connection.tls());
        json.writeBooleanField("established", connection.established());
        Members.text(json, "identity", connection.identity());
        json.writeNumberField("inFlight", connection.inFlight());
        json.writeNumberField("replied", connection.replied());
        json.writeNumberField("waitingReads", connection.waitingReads());
        json.writeNumberField("threads", connection.threads());
        json.writeNumberField("unsentBytes", connection.unsentBytes());
        json.writeNumberField("bufferedBytes", connection.bufferedBytes());
        json.writeBooleanField("readingPaused", connection.readingPaused());
        Members.time(json, "age", connection.age());
        Members.time(json, "idle", connection.idle());
    }

    private void slowCall(SlowCall call) throws IOException {
        json.writeStringField("ended", call.ended().toString());
        json.writeStringField("service", call.service());
        json.writeStringField("method", call.method());
        json.writeStringField("peer", call.peer());
        Members.text(json, "identity", call.identity());
        Members.time(json, "queued", call.queued());
        Members.time(json, "handled", call.handled());
        json.writeNumberField("messageBytes", call.messageBytes());
        json.writeNumberField("replyBytes", call.replyBytes());
    }

    private void limit(LimitSnapshot limit) throws IOException {
        json.writeStringField("type", limit.type().name());
        Members.number(json, "bound", limit.bound());
        Members.number(json, "held", limit.held());
        json.writeNumberField("reached", limit.reached());
    }

    private void memory(MemorySnapshot memory) throws IOException {
        json.writeObjectFieldStart("memory");
        json.writeNumberField("maxBytes", memory.maxBytes());
        json.writeNumberField("usedBytes", memory.usedBytes());
        json.writeObjectFieldStart("parts");
        for (Map.Entry<MemoryPart, Long> part : memory.parts().entrySet()) {
            json.writeNumberField(part.getKey().name(), part.getValue());
        }
        json.writeEndObject();
        json.writeNumberField("terminatedConnections", memory.terminatedConnections());
        json.writeNumberField("heapUsedBytes", memory.heapUsedBytes());
        json.writeNumberField("heapMaxBytes", memory.heapMaxBytes());
        json.writeEndObject();
    }

    private void queue(QueueSnapshot queue) throws IOException {
        json.writeStringField("method", queue.method());
        json.writeNumberField("waitingReads", queue.waitingReads());
        json.writeNumberField("capacity", queue.capacity());
        json.writeNumberField("runningThreads", queue.runningThreads());
        json.writeNumberField("maxThreads", queue.maxThreads());
        json.writeNumberField("readyConnections", queue.readyConnections());
        json.writeBooleanField("overloaded", queue.overloaded());
    }

    private void threads(ThreadsSnapshot threads) throws IOException {
        json.writeStringField("role", threads.role());
        json.writeNumberField("count", threads.count());
        json.writeNumberField("runnable", threads.runnable());
        Members.time(json, "cpuTime", threads.cpuTime());
    }
}
