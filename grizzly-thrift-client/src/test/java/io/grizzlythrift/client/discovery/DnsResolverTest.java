package io.grizzlythrift.client.discovery;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.discovery.PollingResolver.Answer;
import io.grizzlythrift.discovery.EndpointAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;
import org.xbill.DNS.AAAARecord;
import org.xbill.DNS.ARecord;
import org.xbill.DNS.CNAMERecord;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.SRVRecord;
import org.xbill.DNS.Type;

/** Tests which servers DNS names, with a DNS server on the loopback interface. */
@Test(timeOut = 60_000, singleThreaded = true)
public class DnsResolverTest {
    /** Absolute, so that the search path of the machine does not matter. */
    private static final String NAME = "calculator.test";

    private LoopbackDns dns;

    @BeforeMethod
    void startDns() throws IOException {
        dns = new LoopbackDns();
    }

    @AfterMethod
    void stopDns() {
        dns.close();
    }

    private static Record four(String name, long seconds, int last) throws Exception {
        return new ARecord(LoopbackDns.name(name), LoopbackDns.in(), seconds, InetAddress.getByAddress(new byte[] {
            10, 0, 0, (byte) last
        }));
    }

    private static Record six(long seconds) throws Exception {
        return new AAAARecord(LoopbackDns.name(NAME), LoopbackDns.in(), seconds, InetAddress.getByName("2001:db8::9"));
    }

    private DnsLookup lookup(int port) {
        return new DnsLookup(LoopbackDns.name(NAME), port, List.of(dns.address()));
    }

    public void eachAddressIsAServer() throws Exception {
        dns.set(NAME, Type.A, four(NAME, 20, 7), four(NAME, 20, 8));
        dns.set(NAME, Type.AAAA, six(15));
        Answer answer = lookup(9090).lookUp();
        assertEquals(
                Set.copyOf(answer.servers()),
                Set.of(
                        EndpointAddress.of("10.0.0.7", 9090),
                        EndpointAddress.of("10.0.0.8", 9090),
                        EndpointAddress.of("2001:db8:0:0:0:0:0:9", 9090)));
        assertEquals(answer.servers().size(), 3);
        assertEquals(answer.validFor(), Duration.ofSeconds(15));
    }

    public void aliasesAreFollowed() throws Exception {
        Record alias = new CNAMERecord(LoopbackDns.name(NAME), LoopbackDns.in(), 60, LoopbackDns.name("other.test"));
        dns.set(NAME, Type.A, alias, four("other.test", 30, 7));
        dns.set(NAME, Type.AAAA, alias);
        dns.set("other.test", Type.AAAA);
        assertEquals(lookup(1).lookUp().servers(), List.of(EndpointAddress.of("10.0.0.7", 1)));
    }

    public void aNameWithoutAddressesIsEmpty() throws Exception {
        dns.set(NAME, Type.A);
        dns.set(NAME, Type.AAAA);
        assertEquals(lookup(1).lookUp(), new Answer(List.of(), Duration.ZERO));
    }

    public void aNameThatDoesNotExistFails() {
        String failure =
                expectThrows(IOException.class, () -> lookup(1).lookUp()).getMessage();
        assertEquals(failure, "DNS has no name " + NAME + ".");
    }

    /** Some DNS servers do not know the type. A failure for the other one would silently remove servers. */
    public void onlyAddressesOfIpv6MayFail() throws Exception {
        dns.set(NAME, Type.A, four(NAME, 20, 7));
        dns.fail(NAME, Type.AAAA);
        assertEquals(lookup(1).lookUp().servers(), List.of(EndpointAddress.of("10.0.0.7", 1)));
        dns.fail(NAME, Type.A);
        dns.set(NAME, Type.AAAA, six(20));
        expectThrows(IOException.class, () -> lookup(1).lookUp());
        dns.set(NAME, Type.A);
        dns.fail(NAME, Type.AAAA);
        expectThrows(IOException.class, () -> lookup(1).lookUp());
    }

    private static Record service(int priority, int weight, int port, String target) {
        return new SRVRecord(
                LoopbackDns.name(NAME), LoopbackDns.in(), 5, priority, weight, port, LoopbackDns.name(target));
    }

    public void servicesOfTheBestPriority() throws Exception {
        dns.set(
                NAME,
                Type.SRV,
                service(20, 5, 1, "backup.test"),
                service(10, 65_535, 2, "large.test"),
                service(10, 0, 3, "small.test"));
        Answer answer = lookup(DnsLookup.PORT_OF_SERVICE).lookUp();
        assertEquals(
                Set.copyOf(answer.servers()),
                Set.of(
                        EndpointAddress.of("large.test", 2).withWeight(EndpointAddress.MAX_WEIGHT),
                        EndpointAddress.of("small.test", 3).withWeight(EndpointAddress.MIN_WEIGHT)));
        assertEquals(answer.validFor(), Duration.ofSeconds(5));
    }

    /** RFC 2782: the target "." says that the service is not available there. */
    public void aServiceThatIsNotThere() throws Exception {
        dns.set(NAME, Type.SRV, new SRVRecord(LoopbackDns.name(NAME), LoopbackDns.in(), 5, 0, 0, 0, Name.root));
        assertEquals(lookup(DnsLookup.PORT_OF_SERVICE).lookUp().servers(), List.of());
    }

    /** A server that cannot be connected may have moved: the time to live need not be over. */
    public void refreshFindsNewServers() throws Exception {
        dns.set(NAME, Type.A, four(NAME, 3_600, 7));
        dns.set(NAME, Type.AAAA);
        Answers answers = new Answers();
        DnsResolver resolver = DnsResolver.of(NAME + ".", 9090)
                .withServers(dns.address())
                .withIntervals(Duration.ofMillis(10), Duration.ofHours(1));
        assertEquals(resolver.toString(), "DNS " + NAME + ".");
        try (Resolver.Resolution running = resolver.start(answers)) {
            assertEquals(answers.servers(), List.of(EndpointAddress.of("10.0.0.7", 9090)));
            assertEquals(dns.questions(), 2);
            dns.set(NAME, Type.A, four(NAME, 3_600, 8));
            running.refresh();
            assertEquals(answers.servers(), List.of(EndpointAddress.of("10.0.0.8", 9090)));
        }
    }

    public void bounds() {
        expectThrows(IllegalArgumentException.class, () -> DnsResolver.of(" ", 1));
        expectThrows(IllegalArgumentException.class, () -> DnsResolver.of("a..b", 1));
        for (int port : new int[] {0, 65_536}) {
            expectThrows(IllegalArgumentException.class, () -> DnsResolver.of(NAME, port));
        }
        DnsResolver resolver = DnsResolver.ofService(NAME);
        expectThrows(IllegalArgumentException.class, resolver::withServers);
        Duration shortest = Duration.ofMillis(10);
        Duration day = Duration.ofDays(1);
        expectThrows(IllegalArgumentException.class, () -> resolver.withIntervals(shortest.minusMillis(1), day));
        expectThrows(IllegalArgumentException.class, () -> resolver.withIntervals(shortest.plusMillis(1), shortest));
        expectThrows(IllegalArgumentException.class, () -> resolver.withIntervals(shortest, day.plusMillis(1)));
        resolver.withIntervals(shortest, shortest);
        assertTrue(resolver.withIntervals(day, day).toString().contains(NAME));
    }
}
