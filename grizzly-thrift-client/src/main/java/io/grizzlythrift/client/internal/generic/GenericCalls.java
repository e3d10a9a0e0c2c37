package io.grizzlythrift.client.internal.generic;

import io.grizzlythrift.catalog.MethodDescription;
import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.catalog.ServiceDescription;
import io.grizzlythrift.catalog.json.JsonTranscoder;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.config.ThriftClientConfig;
import io.grizzlythrift.client.generic.GenericClient;
import io.grizzlythrift.client.internal.call.RuntimeMethod;
import io.grizzlythrift.client.internal.stub.RuntimeStub;
import io.grizzlythrift.client.internal.stub.StubFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.apache.thrift.TException;

/** The generic calls of one client to the services of one catalog. Thread-safe. */
public final class GenericCalls implements GenericClient {
    /** A JSON document is larger than its message, mostly by the names of fields. */
    private static final int JSON_BYTES_PER_FRAME_BYTE = 4;

    /** More names than this are not listed in a message. */
    private static final int LISTED = 20;

    private final StubFactory stubs;
    private final ThriftClientConfig config;
    private final ServiceCatalog catalog;
    private final CallOptions options;
    private final Map<String, Described> methods = new HashMap<>();

    /** The names of methods with their services, by the names without them. */
    private final Map<String, List<String>> fullNames = new HashMap<>();

    /** A method in both forms, with the stub of its service. */
    private record Described(
            MethodDescription description, RuntimeMethod text, RuntimeMethod values, RuntimeStub stub) {}

    /**
     * Prepares the calls of all methods.
     *
     * @param multiplexedName the name of the service on the server, instead of those of the catalog
     * @throws IllegalArgumentException if the options do not fit the client, or the retry policy names a method that does not
     *     exist
     * @throws IllegalStateException if jackson-core is not on the class path
     */
    public GenericCalls(
            StubFactory stubs,
            ThriftClientConfig config,
            ServiceCatalog catalog,
            CallOptions options,
            Optional<String> multiplexedName) {
        this.stubs = stubs;
        this.config = config;
        this.catalog = catalog;
        this.options = options;
        JsonTranscoder transcoder = JsonTranscoder.builder(catalog)
                .maxDepth(config.maxDepth())
                .maxBytes((int) Math.min(Integer.MAX_VALUE, (long) JSON_BYTES_PER_FRAME_BYTE * config.maxFrameBytes()))
                .build();
        Map<Optional<String>, List<ServiceDescription>> services = new LinkedHashMap<>();
        for (ServiceDescription service : catalog.services()) {
            services.computeIfAbsent(multiplexedName.or(service::multiplexedName), name -> new ArrayList<>())
                    .add(service);
        }
        services.forEach((name, each) -> stubs.declare(
                name,
                each.stream()
                        .flatMap(service -> service.methods().stream())
                        .map(MethodDescription::name)
                        .toList()));
        services.forEach((name, each) -> {
            RuntimeStub stub = stubs.stub(name, options);
            each.forEach(service -> service.methods()
                    .forEach(method -> add(
                            service,
                            new Described(
                                    method,
                                    new DescribedMethod(method, transcoder, json -> json),
                                    new DescribedMethod(method, transcoder, json -> valueOf(method, json)),
                                    stub))));
        });
    }

    private Optional<Object> valueOf(MethodDescription method, String json) {
        return method.result().map(type -> ValueReader.read(catalog, type, json));
    }

    private void add(ServiceDescription service, Described method) {
        String name = method.description().name();
        methods.putIfAbsent(service.callName() + "." + name, method);
        methods.putIfAbsent(service.name() + "." + name, method);
        List<String> all = fullNames.computeIfAbsent(name, first -> new ArrayList<>());
        all.add(service.callName() + "." + name);
        if (all.size() == 1) {
            methods.put(name, method);
        } else {
            methods.remove(name);
        }
    }

    @Override
    public String call(String method, String arguments) throws TException {
        Described called = find(method);
        Object result = called.stub().call(called.text(), Objects.requireNonNull(arguments, "arguments"));
        return result == null ? "null" : (String) result; // null if it is oneway
    }

    @Override
    @SuppressWarnings("unchecked") // made by valueOf
    public Optional<Object> call(String method, Map<String, ?> arguments) throws TException {
        Described called = find(method);
        Object result = called.stub().call(called.values(), json(called, arguments));
        return result == null ? Optional.empty() : (Optional<Object>) result;
    }

    @Override
    @SuppressWarnings("unchecked") // the same future, so that cancelling it abandons the call
    public CompletableFuture<String> callAsync(String method, String arguments) {
        Described called = find(method);
        Object future = called.stub().callLater(called.text(), Objects.requireNonNull(arguments, "arguments"));
        return (CompletableFuture<String>) future;
    }

    @Override
    @SuppressWarnings("unchecked") // as above
    public CompletableFuture<Optional<Object>> callAsync(String method, Map<String, ?> arguments) {
        Described called = find(method);
        Object future = called.stub().callLater(called.values(), json(called, arguments));
        return (CompletableFuture<Optional<Object>>) future;
    }

    private String json(Described called, Map<String, ?> arguments) {
        return ValueWriter.write(
                catalog, called.description().arguments(), Objects.requireNonNull(arguments, "arguments"));
    }

    private Described find(String method) {
        Described found = methods.get(Objects.requireNonNull(method, "method"));
        if (found != null) {
            return found;
        }
        List<String> several = fullNames.get(method);
        throw new IllegalArgumentException(
                several == null
                        ? "no method '" + method + "' in the catalog, which has " + someNames()
                        : "method '" + method + "' is in several services, name one: " + several);
    }

    private String someNames() {
        List<String> names = new TreeSet<>(methods.keySet())
                .stream().filter(name -> name.contains(".")).toList();
        return names.size() <= LISTED
                ? names.toString()
                : names.subList(0, LISTED) + " and " + (names.size() - LISTED) + " more";
    }

    @Override
    public GenericClient multiplexed(String serviceName) {
        return new GenericCalls(
                stubs, config, catalog, options, Optional.of(StubFactory.requireServiceName(serviceName)));
    }

    @Override
    public ServiceCatalog catalog() {
        return catalog;
    }
}
