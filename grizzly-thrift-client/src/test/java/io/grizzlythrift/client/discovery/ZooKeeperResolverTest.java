package io.grizzlythrift.client.discovery;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.discovery.AdvertisedAddress;
import io.grizzlythrift.discovery.EndpointAddress;
import io.grizzlythrift.discovery.ServiceInstanceFormat;
import io.grizzlythrift.discovery.ZooKeeperAnnouncer;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LocalZooKeeper;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.x.discovery.ServiceDiscovery;
import org.apache.curator.x.discovery.ServiceDiscoveryBuilder;
import org.apache.curator.x.discovery.ServiceInstance;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** Tests which servers a client finds in ZooKeeper, with a ZooKeeper in this process. */
@Test(timeOut = 120_000)
public class ZooKeeperResolverTest {
    private static final EndpointAddress ONE = EndpointAddress.of("10.0.0.1", 1);
    private static final EndpointAddress TWO =
            EndpointAddress.of("10.0.0.2", 2).withWeight(2).withZone("b");

    private LocalZooKeeper zooKeeper;
    private CuratorFramework curator;

    @BeforeClass
    void startZooKeeper() throws Exception {
        zooKeeper = LocalZooKeeper.start();
        curator = zooKeeper.curator();
    }

    @AfterClass
    void stopZooKeeper() throws Exception {
        curator.close();
        zooKeeper.close();
    }

    private void put(String service, String id, EndpointAddress server, long millis) throws Exception {
        put(service, id, ServiceInstanceFormat.write(service, id, server, millis));
    }

    private void put(String service, String id, byte[] json) throws Exception {
        curator.create().orSetData().creatingParentsIfNeeded().forPath("/services/" + service + "/" + id, json);
    }

    private Resolver.Resolution start(String service, Answers answers) {
        return ZooKeeperResolver.of(curator, "/services", service).start(answers);
    }

    public void serversComeChangeAndGo() throws Exception {
        put("known", "one", ONE, 1);
        put("known", "two", TWO, 1);
        Answers answers = new Answers();
        try (Resolver.Resolution running = start("known", answers)) {
            running.refresh();
            assertEquals(Set.copyOf(answers.servers()), Set.of(ONE, TWO));
            put("known", "two", TWO.withWeight(3), 1);
            assertEquals(Set.copyOf(answers.servers()), Set.of(ONE, TWO.withWeight(3)));
            curator.delete().forPath("/services/known/one");
            assertEquals(answers.servers(), List.of(TWO.withWeight(3)));
            curator.delete().forPath("/services/known/two");
            assertEquals(answers.servers(), List.of());
        }
        put("known", "one", ONE, 1);
        curator.sync().forPath("/");
        assertEquals(answers.waiting(), 0);
    }

    public void aServiceThatIsNotThereYet() throws Exception {
        Answers answers = new Answers();
        try (Resolver.Resolution running = start("later", answers)) {
            running.refresh();
            assertEquals(answers.servers(), List.of());
            put("later", "one", ONE, 1);
            assertEquals(answers.servers(), List.of(ONE));
        }
    }

    /** The node of a server that was killed stays until its session ends. */
    public void theNewestNodeOfAServerCounts() throws Exception {
        put("killed", "new", ONE.withWeight(2), 2_000);
        put("killed", "old", ONE, 1_000);
        Answers answers = new Answers();
        try (Resolver.Resolution running = start("killed", answers)) {
            running.refresh();
            assertEquals(answers.servers(), List.of(ONE.withWeight(2)));
            curator.delete().forPath("/services/killed/old");
            assertEquals(answers.servers(), List.of(ONE.withWeight(2)));
        }
    }

    public void aBadNodeIsReportedAndLeftOut() throws Exception {
        put("bad", "good", ONE, 1);
        put("bad", "broken", "{".getBytes(StandardCharsets.UTF_8));
        Answers answers = new Answers();
        try (Resolver.Resolution running = start("bad", answers)) {
            running.refresh();
            String failure = answers.failure().getMessage();
            assertTrue(failure.startsWith("node /services/bad/broken: no JSON"), failure);
            assertEquals(answers.servers(), List.of(ONE));
            put("bad", "broken", TWO, 1);
            assertEquals(answers.servers().size(), 2);
            put("bad", "broken", "{\"address\":\"a\",\"port\":0}".getBytes(StandardCharsets.UTF_8));
            assertTrue(answers.failure().getMessage().contains("port is 0"));
            assertEquals(answers.servers(), List.of(ONE));
        }
    }

    /** A program that knows nothing of this library. */
    public void serversThatCuratorRegisters() throws Exception {
        Answers answers = new Answers();
        try (ServiceDiscovery<Void> others = ServiceDiscoveryBuilder.builder(Void.class)
                        .client(curator)
                        .basePath("/services")
                        .build();
                Resolver.Resolution running = start("foreign", answers)) {
            running.refresh();
            assertEquals(answers.servers(), List.of());
            others.registerService(ServiceInstance.<Void>builder()
                    .name("foreign")
                    .address("10.0.0.1")
                    .port(1)
                    .build());
            assertEquals(answers.servers(), List.of(ONE));
        }
    }

    /** What was found stays in use: nothing is resolved while ZooKeeper is down. */
    public void zooKeeperThatRestarts() throws Exception {
        try (LocalZooKeeper own = LocalZooKeeper.start();
                CuratorFramework client = own.curator()) {
            client.create()
                    .creatingParentsIfNeeded()
                    .forPath("/s/x/one", ServiceInstanceFormat.write("x", "one", ONE, 1));
            Answers answers = new Answers();
            try (Resolver.Resolution running =
                    ZooKeeperResolver.of(client, "/s", "x").start(answers)) {
                running.refresh();
                assertEquals(answers.servers(), List.of(ONE));
                own.stop();
                assertTrue(answers.failure().getMessage().contains("SUSPENDED"));
                own.restart();
                Await.that("not connected again", client.getZookeeperClient()::isConnected);
                client.create().forPath("/s/x/two", ServiceInstanceFormat.write("x", "two", TWO, 1));
                assertEquals(Set.copyOf(answers.servers(2)), Set.of(ONE, TWO));
            }
        }
    }

    private ThriftServer announcedServer(double weight) {
        return ThriftServer.builder()
                .listen("127.0.0.1", 0)
                .processor(new Probe.Processor<>(new ProbeHandler()))
                .announce(
                        ZooKeeperAnnouncer.of(curator, "/services", "probe"),
                        AdvertisedAddress.listening().withWeight(weight))
                .build()
                .start();
    }

    /** From the start of a server to its end, and no call fails. */
    public void aClientFollowsTheServers() throws Exception {
        try (ThriftServer first = announcedServer(1);
                ThriftClient client = PatientClient.builder()
                        .resolver(ZooKeeperResolver.of(curator, "/services", "probe"))
                        .build()) {
            Probe.Iface stub = client.stub(Probe.Iface.class);
            assertEquals(stub.echo("one"), "one");
            try (ThriftServer second = announcedServer(2)) {
                Await.that("the second is not found", () -> client.endpoints().size() == 2);
                assertTrue(first.shutdown(Await.LONG));
                Await.that("the first is still used", () -> client.endpoints().size() == 1);
                assertEquals(client.endpoints().get(0).endpoint(), "127.0.0.1:" + second.port());
                assertEquals(stub.echo("two"), "two");
                assertEquals(second.counters().calls(), 1);
            }
            assertEquals(client.counters().failed(), 0);
        }
    }
}
