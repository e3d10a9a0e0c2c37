package io.grizzlythrift.client.discovery;

import io.grizzlythrift.client.discovery.PollingResolver.Answer;
import io.grizzlythrift.discovery.EndpointAddress;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.xbill.DNS.AAAARecord;
import org.xbill.DNS.ARecord;
import org.xbill.DNS.DClass;
import org.xbill.DNS.ExtendedResolver;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.Resolver;
import org.xbill.DNS.ResolverConfig;
import org.xbill.DNS.SRVRecord;
import org.xbill.DNS.SimpleResolver;
import org.xbill.DNS.Type;
import org.xbill.DNS.lookup.LookupResult;
import org.xbill.DNS.lookup.LookupSession;
import org.xbill.DNS.lookup.NoSuchDomainException;
import org.xbill.DNS.lookup.NoSuchRRSetException;

/**
 * Looks a name up in DNS, without a cache. Immutable.
 *
 * @param port the port of all servers; {@link #PORT_OF_SERVICE} for SRV records, which carry ports
 * @param servers the DNS servers
 */
record DnsLookup(Name name, int port, List<InetSocketAddress> servers) {
    static final int PORT_OF_SERVICE = 0;

    /** The time within which one DNS server must reply, and the limit for all attempts at one question together. */
    private static final Duration REPLY_TIMEOUT = Duration.ofSeconds(2);

    private static final Duration QUESTION_TIMEOUT = Duration.ofSeconds(6);

    DnsLookup {
        if (servers.isEmpty()) {
            throw new IllegalArgumentException("no DNS server: at least one is needed");
        }
        servers = List.copyOf(servers);
    }

    DnsLookup withServers(InetSocketAddress... others) {
        return new DnsLookup(name, port, List.of(others));
    }

    /** Looks the name up. Blocks until the DNS servers reply, up to {@link #QUESTION_TIMEOUT}. */
    Answer lookUp() throws IOException, InterruptedException {
        LookupSession session = newSession();
        return port == PORT_OF_SERVICE ? services(session) : addresses(session);
    }

    private LookupSession newSession() {
        ResolverConfig system = ResolverConfig.getCurrentConfig();
        List<Resolver> resolvers = new ArrayList<>();
        for (InetSocketAddress server : servers) {
            SimpleResolver resolver = new SimpleResolver(server);
            resolver.setTimeout(REPLY_TIMEOUT);
            resolvers.add(resolver);
        }
        ExtendedResolver all = new ExtendedResolver(resolvers);
        all.setTimeout(QUESTION_TIMEOUT);
        return LookupSession.builder()
                .resolver(all)
                .ndots(system.ndots())
                .searchPath(system.searchPath())
                .defaultHostsFileParser()
                .build();
    }

    private Answer addresses(LookupSession session) throws IOException, InterruptedException {
        CompletionStage<LookupResult> four = session.lookupAsync(name, Type.A, DClass.IN);
        CompletionStage<LookupResult> six = session.lookupAsync(name, Type.AAAA, DClass.IN);
        Optional<List<Record>> fours = records(four);
        Optional<List<Record>> sixes;
        try {
            sixes = records(six);
        } catch (IOException e) {
            if (fours.orElse(List.of()).isEmpty()) {
                throw e;
            }
            sixes = Optional.empty();
        }
        if (fours.isEmpty() && sixes.isEmpty()) {
            throw noSuchName();
        }
        List<Record> all = new ArrayList<>(fours.orElse(List.of()));
        all.addAll(sixes.orElse(List.of()));
        List<EndpointAddress> found = all.stream().map(this::server).toList();
        return new Answer(found, timeToLive(all));
    }

    private EndpointAddress server(Record address) {
        return EndpointAddress.of(
                address instanceof ARecord four
                        ? four.getAddress().getHostAddress()
                        : ((AAAARecord) address).getAddress().getHostAddress(),
                port);
    }

    private Answer services(LookupSession session) throws IOException, InterruptedException {
        List<Record> all =
                records(session.lookupAsync(name, Type.SRV, DClass.IN)).orElseThrow(this::noSuchName);
        List<SRVRecord> services = all.stream()
                .map(SRVRecord.class::cast)
                .filter(service -> !service.getTarget().equals(Name.root)) // means that there is no server (RFC 2782)
                .toList();
        int best = services.stream().mapToInt(SRVRecord::getPriority).min().orElse(0);
        List<EndpointAddress> found = services.stream()
                .filter(service -> service.getPriority() == best)
                .map(DnsLookup::server)
                .toList();
        return new Answer(found, timeToLive(all));
    }

    /** Scales the weights of SRV records, which are 0 to 65535, to 1000: only their proportion matters. */
    private static EndpointAddress server(SRVRecord service) {
        String host = service.getTarget().toString(true);
        double weight = service.getWeight() * EndpointAddress.MAX_WEIGHT / 65_535;
        return EndpointAddress.of(host, service.getPort()).withWeight(Math.max(EndpointAddress.MIN_WEIGHT, weight));
    }

    private static Duration timeToLive(List<Record> records) {
        return Duration.ofSeconds(
                records.stream().mapToLong(Record::getTTL).min().orElse(0));
    }

    /** Returns the records, an empty list if the name has none of this type; empty if the name does not exist. */
    private static Optional<List<Record>> records(CompletionStage<LookupResult> lookup)
            throws IOException, InterruptedException {
        try {
            return Optional.of(lookup.toCompletableFuture().get().getRecords());
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof NoSuchRRSetException) {
                return Optional.of(List.of());
            }
            if (cause instanceof NoSuchDomainException) {
                return Optional.empty();
            }
            throw new IOException("DNS does not answer: " + cause, cause);
        }
    }

    private IOException noSuchName() {
        return new IOException("DNS has no name " + name);
    }
}
