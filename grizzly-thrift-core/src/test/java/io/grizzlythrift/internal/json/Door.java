package io.grizzlythrift.internal.json;

import io.grizzlythrift.http.HttpHost;
import io.grizzlythrift.http.ThriftHttpHandler;
import io.grizzlythrift.metrics.ServerCounters;
import io.grizzlythrift.server.ServiceOptions;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.servlet.ThriftServlet;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.servlet.ServletHost;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What receives the HTTP requests of a server that takes calls in JSON. */
enum Door {
    PORT {
        @Override
        Running start(ProcessingStrategy strategy, Consumer<ServiceOptions<?>> options) {
            ThriftServer server = set(
                            ThriftServer.builder()
                                    .listen("127.0.0.1", 0)
                                    .selectorThreads(1)
                                    .http(true)
                                    .strategy(strategy),
                            options)
                    .build()
                    .start();
            return new Running("http://127.0.0.1:" + server.port(), server::counters, server::close);
        }
    },
    HANDLER {
        @Override
        Running start(ProcessingStrategy strategy, Consumer<ServiceOptions<?>> options) throws Exception {
            ThriftHttpHandler handler =
                    set(ThriftHttpHandler.builder().strategy(strategy), options).build();
            HttpHost host = new HttpHost(handler);
            return new Running(host.url(), handler::counters, host::close);
        }
    },
    TOMCAT {
        @Override
        Running start(ProcessingStrategy strategy, Consumer<ServiceOptions<?>> options) throws Exception {
            return servlet(ServletHost.Container.TOMCAT, strategy, options);
        }
    },
    JETTY {
        @Override
        Running start(ProcessingStrategy strategy, Consumer<ServiceOptions<?>> options) throws Exception {
            return servlet(ServletHost.Container.JETTY, strategy, options);
        }
    };

    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Await.LONG)
            .build();

    abstract Running start(ProcessingStrategy strategy, Consumer<ServiceOptions<?>> options) throws Exception;

    private static <B extends ServiceOptions<B>> B set(B builder, Consumer<ServiceOptions<?>> options) {
        options.accept(builder.name(UniqueName.of("json"))
                .limits(PatientLimits.builder().build())
                .jsonCalls(true));
        return builder;
    }

    private static Running servlet(
            ServletHost.Container container, ProcessingStrategy strategy, Consumer<ServiceOptions<?>> options)
            throws Exception {
        ThriftServlet servlet =
                set(ThriftServlet.builder().strategy(strategy), options).build();
        ServletHost host = container.start(ServletHost.App.impatient(servlet));
        return new Running("http://127.0.0.1:" + host.port() + ServletHost.PATH, servlet::counters, host::close);
    }

    /** A running server. */
    record Running(String url, Supplier<ServerCounters> counters, Runnable closing) implements AutoCloseable {
        HttpRequest.Builder request(String path) {
            return HttpRequest.newBuilder(URI.create(url + path)).timeout(Await.LONG);
        }

        HttpRequest call(String path, String json, String... headers) {
            HttpRequest.Builder request =
                    request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(json));
            return (headers.length == 0 ? request : request.headers(headers)).build();
        }

        HttpResponse<String> post(String path, String json, String... headers) throws Exception {
            return send(call(path, json, headers));
        }

        HttpResponse<String> get(String path, String... headers) throws Exception {
            HttpRequest.Builder request = request(path);
            return send((headers.length == 0 ? request : request.headers(headers)).build());
        }

        HttpResponse<String> send(HttpRequest request) throws Exception {
            return HTTP.send(request, BodyHandlers.ofString());
        }

        CompletableFuture<HttpResponse<String>> begin(HttpRequest request) {
            return HTTP.sendAsync(request, BodyHandlers.ofString());
        }

        void assertIdle() {
            Await.that("a call stays in flight", () -> counters.get().inFlight() == 0);
            Await.that("memory is held", () -> counters.get().bufferedBytes() == 0);
        }

        @Override
        public void close() {
            closing.run();
        }
    }
}
