package io.grizzlythrift.client;

import io.grizzlythrift.client.balance.Aperture;
import io.grizzlythrift.client.balance.Balancer;
import io.grizzlythrift.client.balance.OutlierDetection;
import io.grizzlythrift.client.balance.RoutingKey;
import io.grizzlythrift.client.call.ClientInterceptor;
import io.grizzlythrift.client.config.HedgePolicy;
import io.grizzlythrift.client.config.RetryPolicy;
import io.grizzlythrift.client.config.ThriftClientConfig;
import io.grizzlythrift.client.discovery.Resolver;
import io.grizzlythrift.client.security.SaslCredentials;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.header.Transform;
import io.grizzlythrift.internal.message.MessageProtocol;
import io.grizzlythrift.tls.TlsConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.apache.thrift.protocol.TProtocolFactory;

/** The options that a {@link ThriftClientBuilder} has checked. */
record CheckedClientConfig(
        String name,
        Resolver resolver,
        TProtocolFactory protocol,
        Dialect dialect,
        boolean pipelineUnframed,
        Map<String, String> headers,
        Optional<Transform> transform,
        int connectionsPerEndpoint,
        int maxInFlightPerConnection,
        int maxWaitingPerEndpoint,
        Duration maxWait,
        Duration callTimeout,
        Duration connectTimeout,
        Duration initialReconnectBackoff,
        Duration maxReconnectBackoff,
        int maxFrameBytes,
        int maxDepth,
        long maxQueuedBytes,
        long maxPartialFrameBytes,
        int selectorThreads,
        Optional<Executor> callbackExecutor,
        RetryPolicy retries,
        Optional<HedgePolicy> hedging,
        Duration shutdownGrace,
        boolean jmx,
        Optional<TlsConfig> tls,
        Optional<SaslCredentials> sasl,
        Balancer balancer,
        Optional<RoutingKey> routingKey,
        OutlierDetection outlierDetection,
        Optional<String> zone,
        Optional<Aperture> aperture,
        Optional<Duration> pingIdle,
        String pingMethod,
        List<ClientInterceptor> interceptors)
        implements ThriftClientConfig {
    @Override
    public String toString() {
        return "ThriftClientConfig[name=" + name
                + ", resolver=[" + resolver + "]"
                + ", protocol=" + MessageProtocol.nameOf(protocol)
                + ", dialect=" + dialect
                + ", pipelineUnframed=" + pipelineUnframed
                + ", headers=" + headers.keySet()
                + ", transform=" + transform.map(Transform::name).orElse("none")
                + ", connectionsPerEndpoint=" + connectionsPerEndpoint
                + ", maxInFlightPerConnection=" + maxInFlightPerConnection
                + ", maxWaitingPerEndpoint=" + maxWaitingPerEndpoint
                + ", maxWait=" + maxWait
                + ", callTimeout=" + callTimeout
                + ", connectTimeout=" + connectTimeout
                + ", reconnectBackoff=" + initialReconnectBackoff + " to " + maxReconnectBackoff
                + ", maxFrameBytes=" + maxFrameBytes
                + ", maxDepth=" + maxDepth
                + ", maxQueuedBytes=" + maxQueuedBytes
                + ", maxPartialFrameBytes=" + maxPartialFrameBytes
                + ", selectorThreads=" + selectorThreads
                + ", callbackExecutor="
                + callbackExecutor.map(Executor::toString).orElse("none")
                + ", retries=" + retries
                + ", hedging=" + hedging.map(HedgePolicy::toString).orElse("none")
                + ", shutdownGrace=" + shutdownGrace
                + ", jmx=" + jmx
                + ", tls=" + tls.map(TlsConfig::toString).orElse("none")
                + ", sasl=" + sasl.map(SaslCredentials::toString).orElse("none")
                + ", balancer=" + balancer
                + ", routingKey=" + routingKey.map(RoutingKey::toString).orElse("none")
                + ", outlierDetection=" + outlierDetection
                + ", zone=" + zone.orElse("none")
                + ", aperture=" + aperture.map(Aperture::toString).orElse("none")
                + ", pingIdle=" + pingIdle.map(Duration::toString).orElse("none")
                + ", pingMethod=" + pingMethod
                + ", interceptors=" + interceptors.size() + "]";
    }
}
