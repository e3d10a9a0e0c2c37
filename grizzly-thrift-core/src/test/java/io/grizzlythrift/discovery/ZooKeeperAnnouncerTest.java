package io.grizzlythrift.discovery;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotEquals;
import static org.testng.Assert.assertNotNull;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LocalZooKeeper;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.x.discovery.ServiceDiscovery;
import org.apache.curator.x.discovery.ServiceDiscoveryBuilder;
import org.apache.curator.x.discovery.ServiceInstance;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests the nodes of announced servers, with a ZooKeeper in this process. */
@Test(timeOut = 120_000)
public class ZooKeeperAnnouncerTest {
    private static final EndpointAddress SERVER =
            EndpointAddress.of("10.0.0.7", 9090).withWeight(3);

    private LocalZooKeeper zooKeeper;

    @BeforeClass
    void startZooKeeper() throws Exception {
        zooKeeper = LocalZooKeeper.start();
    }

    @AfterClass
    void stopZooKeeper() throws Exception {
        zooKeeper.close();
    }

    /** Records the events of an announcement. */
    private static final class Notes implements Announcer.Listener {
        final BlockingQueue<String> announced = new LinkedBlockingQueue<>();
        final BlockingQueue<Throwable> failed = new LinkedBlockingQueue<>();

        @Override
        public void announced() {
            announced.add("announced");
        }

        @Override
        public void failed(Throwable cause) {
            failed.add(cause);
        }

        void awaitAnnounced() throws InterruptedException {
            assertEquals(announced.poll(Await.LONG.toSeconds(), TimeUnit.SECONDS), "announced");
        }
    }

    private static List<String> nodes(CuratorFramework curator, String service) throws Exception {
        try {
            return curator.getChildren().forPath("/services/" + service);
        } catch (KeeperException.NoNodeException e) {
            return List.of();
        }
    }

    private static long owner(CuratorFramework curator, String service) throws Exception {
        List<String> nodes = nodes(curator, service);
        Stat stat = nodes.isEmpty() ? null : curator.checkExists().forPath("/services/" + service + "/" + nodes.get(0));
        return stat == null ? 0 : stat.getEphemeralOwner();
    }

    public void curatorFindsWhatIsAnnounced() throws Exception {
        Notes notes = new Notes();
        try (CuratorFramework curator = zooKeeper.curator();
                ServiceDiscovery<Object> others = ServiceDiscoveryBuilder.builder(Object.class)
                        .client(curator)
                        .basePath("/services")
                        .build()) {
            Announcer.Announcement announcement =
                    ZooKeeperAnnouncer.of(curator, "/services", "found").announce(SERVER, notes);
            notes.awaitAnnounced();
            ServiceInstance<Object> instance =
                    others.queryForInstances("found").iterator().next();
            assertEquals(instance.getAddress() + ":" + instance.getPort(), SERVER.name());
            assertEquals(instance.getId(), nodes(curator, "found").get(0));
            assertEquals(
                    owner(curator, "found"),
                    curator.getZookeeperClient().getZooKeeper().getSessionId());
            announcement.close();
            assertEquals(nodes(curator, "found"), List.of());
            announcement.close();
            assertEquals(notes.announced.size() + notes.failed.size(), 0);
        }
    }

    /** ZooKeeper removes the nodes of a session when it ends. */
    public void aLostSessionIsAnnouncedAgain() throws Exception {
        Notes notes = new Notes();
        try (CuratorFramework observer = zooKeeper.curator();
                CuratorFramework curator = zooKeeper.curator()) {
            Announcer.Announcement announcement =
                    ZooKeeperAnnouncer.of(curator, "/services", "lost").announce(SERVER, notes);
            notes.awaitAnnounced();
            long first = owner(observer, "lost");
            assertNotEquals(first, 0L);
            zooKeeper.endSession(curator);
            notes.awaitAnnounced();
            Await.that("the loss is not reported", () -> notes.failed.size() > 0); // on another thread of Curator
            Await.that("no node of another session", () -> {
                long owner = owner(observer, "lost");
                return owner != 0 && owner != first;
            });
            assertEquals(nodes(observer, "lost").size(), 1);
            announcement.close();
            assertEquals(nodes(observer, "lost"), List.of());
        }
    }

    /** Someone may remove the node by hand, or by restoring a backup of ZooKeeper. */
    public void aRemovedNodeIsCreatedAgain() throws Exception {
        Notes notes = new Notes();
        try (CuratorFramework curator = zooKeeper.curator();
                CuratorFramework other = zooKeeper.curator()) {
            Announcer.Announcement announcement =
                    ZooKeeperAnnouncer.of(curator, "/services", "removed").announce(SERVER, notes);
            notes.awaitAnnounced();
            other.delete()
                    .forPath("/services/removed/" + nodes(other, "removed").get(0));
            notes.awaitAnnounced();
            assertEquals(nodes(other, "removed").size(), 1);
            announcement.close();
        }
    }

    /** Neither the announcement nor the withdrawal waits for a ZooKeeper that is down. */
    public void zooKeeperThatIsDown() throws Exception {
        Notes notes = new Notes();
        try (LocalZooKeeper late = LocalZooKeeper.notStarted();
                CuratorFramework curator = late.curator()) {
            ZooKeeperAnnouncer announcer = ZooKeeperAnnouncer.of(curator, "/services", "late");
            Announcer.Announcement announcement = announcer.announce(SERVER, notes);
            assertNotNull(notes.failed.poll(Await.LONG.toSeconds(), TimeUnit.SECONDS));
            late.restart();
            notes.awaitAnnounced();
            assertEquals(nodes(curator, "late").size(), 1);
            announcement.close();
            assertEquals(nodes(curator, "late"), List.of());
        }
    }

    @DataProvider
    static Object[][] badPaths() {
        return new Object[][] {
            {"services", "x"}, {"/services/", "x"}, {"/services", " "}, {"/services", "a/b"}, {"", "x"}
        };
    }

    @Test(dataProvider = "badPaths")
    public void badPaths(String basePath, String service) {
        expectThrows(IllegalArgumentException.class, () -> ZooKeeperAnnouncer.servicePath(basePath, service));
    }
}
