package io.grizzlythrift.internal.metrics;

import io.grizzlythrift.call.ServerCallOutcome;
import io.grizzlythrift.internal.message.ProcessorTable;
import io.grizzlythrift.metrics.ServerMetrics;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.thrift.TBaseAsyncProcessor;
import org.apache.thrift.TBaseProcessor;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TMultiplexedProtocol;

/**
 * Decides which method names are counted separately. A peer may send any name, so only two kinds of names are added:
 * those that a processor declares, and, for processors that declare none, a bounded number of names of calls whose
 * arguments could be read. Thread-safe: names are only ever added, to a concurrent set.
 */
public final class CountedMethods {
    private final Set<String> names = ConcurrentHashMap.newKeySet();
    private final AtomicInteger undeclared = new AtomicInteger();
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();

    /** Adds the methods that a processor declares, if it declares any. */
    public void declare(Optional<String> service, TProcessor processor) {
        String prefix =
                service.map(name -> name + TMultiplexedProtocol.SEPARATOR).orElse("");
        declaredBy(processor).ifPresent(methods -> methods.forEach(method -> add(prefix + method)));
    }

    /**
     * Returns the name under which a call is counted.
     *
     * @param name the name in the header of the call
     * @return the same name, or {@link ServerMetrics#OTHER}
     */
    String find(ProcessorTable services, String name, ServerCallOutcome.Kind kind) {
        if (names.contains(name)) {
            return name;
        }
        if (!mayBeAdded(services, name, kind)) {
            add(ServerMetrics.OTHER);
            return ServerMetrics.OTHER;
        }
        add(name);
        return name;
    }

    private boolean mayBeAdded(ProcessorTable services, String name, ServerCallOutcome.Kind kind) {
        Optional<TProcessor> processor = services.find(name);
        if (processor.isEmpty()) {
            return false;
        }
        Optional<Set<String>> declared = declaredBy(processor.get());
        if (declared.isPresent()) {
            return declared.get().contains(services.methodOf(name));
        }
        return kind != ServerCallOutcome.Kind.UNKNOWN_METHOD
                && kind != ServerCallOutcome.Kind.BAD_ARGUMENTS
                && !kind.isRejection()
                && name.length() <= ServerMetrics.MAX_UNDECLARED_CHARS
                && undeclared.get() < ServerMetrics.MAX_UNDECLARED
                && undeclared.incrementAndGet() <= ServerMetrics.MAX_UNDECLARED;
    }

    /** {@return the methods that a processor declares; empty if it is not generated code} */
    public static Optional<Set<String>> declaredBy(TProcessor processor) {
        if (processor instanceof TBaseProcessor<?> base) {
            return Optional.of(base.getProcessMapView().keySet());
        }
        if (processor instanceof TBaseAsyncProcessor<?> base) {
            return Optional.of(base.getProcessMapView().keySet());
        }
        return Optional.empty();
    }

    Set<String> all() {
        return names;
    }

    boolean contains(String name) {
        return names.contains(name);
    }

    /** Notifies a listener of all current and future names; perhaps twice of some names. */
    public void listen(Consumer<String> listener) {
        listeners.add(listener);
        names.forEach(listener);
    }

    void remove(Consumer<String> listener) {
        listeners.remove(listener);
    }

    private void add(String name) {
        if (names.add(name)) {
            listeners.forEach(listener -> listener.accept(name));
        }
    }
}
