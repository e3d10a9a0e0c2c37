package io.grizzlythrift.bench.ycsb;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static site.ycsb.StringByteIterator.getByteIteratorMap;

import io.grizzlythrift.bench.server.BenchServer;
import io.grizzlythrift.bench.server.ServerSettings;
import io.grizzlythrift.bench.server.Servers;
import io.grizzlythrift.bench.service.BundledService;
import io.grizzlythrift.bench.service.WireProtocol;
import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.samples.mapkeeper.ycsb.MapKeeperYcsbClient;
import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbWorkload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.Vector;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;
import site.ycsb.measurements.Measurements;
import site.ycsb.measurements.exporter.TextMeasurementsExporter;
import site.ycsb.workloads.CoreWorkload;

/** Both bindings, used as YCSB uses them, on every server. */
@SuppressWarnings({"JdkObsolete", "NonApiType"}) // Vector and HashMap are in YCSB's signatures.
public final class YcsbClientTest {
    private static final String TABLE = "usertable";
    private static final int RECORDS = 50;
    private static final int OPERATIONS = 400;

    /** Every server with every client. */
    @DataProvider
    public Object[][] pairs() {
        List<Object[]> pairs = new ArrayList<>();
        for (String server : Servers.ofAnyService()) {
            for (YcsbClient client : YcsbClient.values()) {
                pairs.add(new Object[] {server, client});
            }
        }
        return pairs.toArray(Object[][]::new);
    }

    /** Makes each operation and checks its effect. */
    @Test(dataProvider = "pairs", timeOut = 60_000)
    public void everyServerServesEveryClient(String name, YcsbClient client) throws Exception {
        try (BenchServer server = server(name, BundledService.MAPKEEPER)) {
            DB db = connected(client, server.start());
            assertEquals(db.insert(TABLE, "a", getByteIteratorMap(Map.of("f0", "1", "f1", "2"))), Status.OK);
            assertEquals(db.insert(TABLE, "b", getByteIteratorMap(Map.of("f0", "3"))), Status.OK);
            assertEquals(db.update(TABLE, "a", getByteIteratorMap(Map.of("f1", "changed"))), Status.OK);
            assertEquals(read(db, "a"), Map.of("f0", "1", "f1", "changed"));
            Vector<HashMap<String, ByteIterator>> rows = new Vector<>();
            assertEquals(db.scan(TABLE, "a", 10, Set.of("f0"), rows), Status.OK);
            assertEquals(
                    rows.stream().map(StringByteIterator::getStringMap).toList(),
                    List.of(Map.of("f0", "1"), Map.of("f0", "3")));
            assertEquals(db.delete(TABLE, "a"), Status.OK);
            assertEquals(db.read(TABLE, "a", null, new HashMap<>()), Status.NOT_FOUND);
            db.cleanup();
        }
    }

    /** No operation fails, and every read returns a record. */
    @Test(timeOut = 60_000)
    public void theStubServesEveryOperation() throws Exception {
        try (BenchServer server = server("nonblocking", BundledService.MAPKEEPER_STUB)) {
            DB db = connected(YcsbClient.LIBTHRIFT, server.start());
            assertEquals(db.insert(TABLE, "a", getByteIteratorMap(Map.of("f0", "1"))), Status.OK);
            assertEquals(db.insert(TABLE, "a", getByteIteratorMap(Map.of("f0", "1"))), Status.OK, "it keeps nothing");
            assertEquals(db.update(TABLE, "never inserted", getByteIteratorMap(Map.of("f0", "1"))), Status.OK);
            assertEquals(db.delete(TABLE, "never inserted"), Status.OK);
            Map<String, String> record = read(db, "never inserted");
            assertEquals(record.size(), 10, "fields of YCSB's default record");
            record.values().forEach(value -> assertEquals(value.length(), 100));
            Vector<HashMap<String, ByteIterator>> rows = new Vector<>();
            assertEquals(db.scan(TABLE, "a", 7, null, rows), Status.OK);
            assertEquals(rows.size(), 7);
            assertEquals(StringByteIterator.getStringMap(rows.get(6)), record);
            db.cleanup();
        }
    }

    /** The workloads that the command's own test does not run, with their operations. */
    @DataProvider
    public Object[][] workloads() {
        return new Object[][] {
            {YcsbWorkload.B, YcsbClient.LIBTHRIFT, Set.of("read", "update")},
            {YcsbWorkload.C, YcsbClient.GRIZZLY, Set.of("read")},
            {YcsbWorkload.D, YcsbClient.LIBTHRIFT, Set.of("insert", "read")},
            {YcsbWorkload.E, YcsbClient.GRIZZLY, Set.of("insert", "scan")},
        };
    }

    /** Runs YCSB's own workload, without its threads. */
    @Test(dataProvider = "workloads", timeOut = 60_000)
    public void runsAWorkload(YcsbWorkload workload, YcsbClient client, Set<String> expected) throws Exception {
        try (BenchServer server = server("grizzly", BundledService.MAPKEEPER)) {
            Properties properties = workload.properties();
            properties.setProperty("recordcount", String.valueOf(RECORDS));
            properties.setProperty("operationcount", String.valueOf(OPERATIONS));
            Measurements.setProperties(properties);
            CoreWorkload core = new CoreWorkload();
            core.init(properties);
            RecordingDb db = new RecordingDb(connected(client, server.start()));
            for (int i = 0; i < RECORDS; i++) {
                assertEquals(core.doInsert(db, new Object()), true);
            }
            db.seen.clear();
            for (int i = 0; i < OPERATIONS; i++) {
                core.doTransaction(db, new Object());
            }
            // One operation in twenty is of the second kind: only one of 800 million runs of 400 operations has none.
            assertEquals(db.seen, expected);
            assertEquals(db.failed, List.of());
            assertFalse(verification().matches("(?s).*\\[VERIFY\\], Return=(?!OK).*"), verification());
            db.cleanup();
        }
    }

    /** The shared client is closed when the last thread has cleaned up, and not before. */
    @Test(timeOut = 60_000)
    public void threadsShareOneClient() throws Exception {
        DB first;
        DB second;
        try (BenchServer server = server("grizzly", BundledService.MAPKEEPER)) {
            int port = server.start();
            first = connected(YcsbClient.GRIZZLY, port);
            second = connected(YcsbClient.GRIZZLY, port);
            first.cleanup();
            assertEquals(first.insert(TABLE, "a", getByteIteratorMap(Map.of("f0", "1"))), Status.ERROR, "cleaned up");
            assertEquals(second.insert(TABLE, "a", getByteIteratorMap(Map.of("f0", "1"))), Status.OK);
            assertThrows(IllegalStateException.class, () -> connected(YcsbClient.GRIZZLY, port + 1));
            second.cleanup();
        }
        try (BenchServer other = server("grizzly", BundledService.MAPKEEPER)) {
            DB third = connected(YcsbClient.GRIZZLY, other.start());
            assertEquals(third.insert(TABLE, "a", getByteIteratorMap(Map.of("f0", "1"))), Status.OK);
            third.cleanup();
        }
    }

    /** A thread whose call failed releases its share only once, however often it cleans up. */
    @Test(timeOut = 60_000)
    public void aBrokenThreadLeavesTheOthersTheirClient() throws Exception {
        try (BenchServer server = server("grizzly", BundledService.MAPKEEPER)) {
            int port = server.start();
            DB broken = connected(YcsbClient.GRIZZLY, port);
            DB other = connected(YcsbClient.GRIZZLY, port);
            // This record is too long for a frame, so it cannot be sent.
            String huge = "x".repeat(20 << 20);
            assertEquals(broken.insert(TABLE, "a", getByteIteratorMap(Map.of("f0", huge))), Status.ERROR);
            broken.cleanup();
            broken.cleanup();
            assertEquals(other.insert(TABLE, "a", getByteIteratorMap(Map.of("f0", "1"))), Status.OK);
            other.cleanup();
        }
    }

    private static BenchServer server(String name, BundledService service) {
        return Servers.create(
                name,
                new ServerSettings(
                        "127.0.0.1",
                        0,
                        WireProtocol.COMPACT,
                        "worker-thread",
                        ReplyOrder.REQUEST,
                        1,
                        2,
                        1 << 20,
                        service,
                        0,
                        Duration.ofHours(1),
                        Optional.empty()));
    }

    private static DB connected(YcsbClient client, int port) throws ReflectiveOperationException, DBException {
        Properties properties = new Properties();
        properties.setProperty(MapKeeperYcsbClient.PORT_PROPERTY, String.valueOf(port));
        DB db = client.binding().getConstructor().newInstance();
        db.setProperties(properties);
        db.init();
        return db;
    }

    private static Map<String, String> read(DB db, String key) {
        Map<String, ByteIterator> result = new HashMap<>();
        assertEquals(db.read(TABLE, key, null, result), Status.OK);
        return StringByteIterator.getStringMap(result);
    }

    private static String verification() throws IOException {
        ByteArrayOutputStream report = new ByteArrayOutputStream();
        TextMeasurementsExporter exporter = new TextMeasurementsExporter(report);
        Measurements.getMeasurements().exportMeasurements(exporter);
        exporter.close();
        return report.toString(StandardCharsets.UTF_8);
    }

    /** Records the operations that are called, and those that fail. */
    private static final class RecordingDb extends DB {
        final Set<String> seen = new TreeSet<>();
        final List<String> failed = new ArrayList<>();
        private final DB db;

        RecordingDb(DB db) {
            this.db = db;
        }

        @Override
        public void cleanup() throws DBException {
            db.cleanup();
        }

        @Override
        public Status read(String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
            return recorded("read", db.read(table, key, fields, result));
        }

        @Override
        public Status scan(
                String table,
                String startKey,
                int count,
                Set<String> fields,
                Vector<HashMap<String, ByteIterator>> result) {
            return recorded("scan", db.scan(table, startKey, count, fields, result));
        }

        @Override
        public Status update(String table, String key, Map<String, ByteIterator> values) {
            return recorded("update", db.update(table, key, values));
        }

        @Override
        public Status insert(String table, String key, Map<String, ByteIterator> values) {
            return recorded("insert", db.insert(table, key, values));
        }

        @Override
        public Status delete(String table, String key) {
            return recorded("delete", db.delete(table, key));
        }

        private Status recorded(String operation, Status status) {
            seen.add(operation);
            if (!status.isOk()) {
                failed.add(operation + " " + status);
            }
            return status;
        }
    }
}
