package io.grizzlythrift.samples.mapkeeper.ycsb;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;
import static site.ycsb.StringByteIterator.getByteIteratorMap;

import io.grizzlythrift.samples.mapkeeper.MapKeeperHandler;
import io.grizzlythrift.samples.mapkeeper.MapKeeperServer;
import io.grizzlythrift.samples.mapkeeper.gen.BinaryResponse;
import io.grizzlythrift.samples.mapkeeper.gen.ResponseCode;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

/** The binding, used as YCSB uses it, with a server. */
@SuppressWarnings("JdkObsolete") // Vector is in YCSB's signatures.
public class MapKeeperYcsbClientTest {
    private static final String TABLE = "usertable";

    private final MapKeeperHandler handler = new MapKeeperHandler() {
        @Override
        public BinaryResponse get(String mapName, ByteBuffer key) {
            return switch (StandardCharsets.UTF_8.decode(key.duplicate()).toString()) {
                case "throws" -> throw new IllegalStateException("provoked");
                case "no code" -> new BinaryResponse();
                default -> super.get(mapName, key);
            };
        }
    };

    private ThriftServer server;
    private DB db;

    @BeforeMethod
    public void connect() throws DBException {
        handler.dropMap(TABLE);
        server = MapKeeperServer.create(0, WorkerThreadStrategy.ofThreads(2), handler);
        server.start();
        db = connected(server.port());
    }

    @AfterMethod(alwaysRun = true)
    public void stop() throws DBException {
        if (db != null) {
            db.cleanup();
        }
        server.close();
    }

    @Test
    public void initAddsTheTableOnce() throws DBException {
        assertEquals(handler.listMaps().getValues(), List.of(TABLE));
        connected(server.port()).cleanup();
    }

    @Test
    public void readsWhatWasInserted() {
        assertEquals(db.insert(TABLE, "k", getByteIteratorMap(Map.of("f0", "zero", "f1", ""))), Status.OK);
        assertEquals(read("k", null), Map.of("f0", "zero", "f1", ""));
        assertEquals(read("k", Set.of("f0", "f9")), Map.of("f0", "zero"));
    }

    @Test
    public void insertDoesNotOverwrite() {
        assertEquals(db.insert(TABLE, "k", getByteIteratorMap(Map.of("f0", "1"))), Status.OK);
        assertEquals(db.insert(TABLE, "k", getByteIteratorMap(Map.of("f0", "2"))), Status.ERROR);
        assertEquals(read("k", null), Map.of("f0", "1"));
    }

    @Test
    public void updateReplacesTheGivenFieldsOnly() {
        db.insert(TABLE, "k", getByteIteratorMap(Map.of("f0", "a", "f1", "b")));
        assertEquals(db.update(TABLE, "k", getByteIteratorMap(Map.of("f1", "changed", "f2", "new"))), Status.OK);
        assertEquals(read("k", null), Map.of("f0", "a", "f1", "changed", "f2", "new"));
    }

    @Test
    public void whatIsMissingIsNotFound() {
        assertEquals(db.read(TABLE, "k", null, new HashMap<>()), Status.NOT_FOUND);
        assertEquals(db.update(TABLE, "k", getByteIteratorMap(Map.of("f0", "1"))), Status.NOT_FOUND);
        assertEquals(db.delete(TABLE, "k"), Status.NOT_FOUND);
        assertEquals(db.read("no such table", "k", null, new HashMap<>()), Status.ERROR);
    }

    @Test
    public void deletes() {
        db.insert(TABLE, "k", getByteIteratorMap(Map.of("f0", "1")));
        assertEquals(db.delete(TABLE, "k"), Status.OK);
        assertEquals(db.read(TABLE, "k", null, new HashMap<>()), Status.NOT_FOUND);
    }

    @Test
    public void scansFromAKeyOn() {
        for (String key : List.of("a", "b", "c", "d")) {
            db.insert(TABLE, key, getByteIteratorMap(Map.of("f0", key, "f1", "x")));
        }
        assertEquals(scan("b", 2), List.of(Map.of("f0", "b"), Map.of("f0", "c")));
        assertEquals(scan("c", 10), List.of(Map.of("f0", "c"), Map.of("f0", "d")));
        assertEquals(scan("e", 10), List.of());
        assertEquals(db.scan(TABLE, "a", 0, null, new Vector<>()), Status.BAD_REQUEST);
    }

    @Test
    public void aFailedCallIsAnErrorAndTheConnectionStaysOpen() {
        assertEquals(db.read(TABLE, "throws", null, new HashMap<>()), Status.ERROR);
        assertEquals(db.insert(TABLE, "k", getByteIteratorMap(Map.of("f0", "1"))), Status.OK);
    }

    @Test
    public void aMalformedReplyEndsTheConnection() {
        assertEquals(db.read(TABLE, "no code", null, new HashMap<>()), Status.ERROR);
        assertEquals(db.insert(TABLE, "k", getByteIteratorMap(Map.of("f0", "1"))), Status.ERROR);
    }

    @Test
    public void aMalformedRecordIsAnError() {
        handler.put(TABLE, ByteBuffer.wrap(new byte[] {'k'}), ByteBuffer.wrap(new byte[] {1}));
        assertEquals(db.read(TABLE, "k", null, new HashMap<>()), Status.ERROR);
    }

    @Test
    public void aServerThatWentAwayIsAnError() {
        assertTrue(server.shutdown(Duration.ofSeconds(10)));
        assertEquals(db.insert(TABLE, "k", getByteIteratorMap(Map.of("f0", "1"))), Status.ERROR);
        assertEquals(db.read(TABLE, "k", null, new HashMap<>()), Status.ERROR);
        assertThrows(DBException.class, () -> connected(server.port()));
    }

    @Test
    public void aMapThatCannotBeAddedFailsInit() {
        MapKeeperHandler refusing = new MapKeeperHandler() {
            @Override
            public ResponseCode addMap(String mapName) {
                return ResponseCode.Error;
            }
        };
        try (ThriftServer other = MapKeeperServer.create(0, WorkerThreadStrategy.ofThreads(2), refusing)) {
            other.start();
            assertThrows(DBException.class, () -> connected(other.port()));
        }
    }

    private static DB connected(int port) throws DBException {
        Properties properties = new Properties();
        properties.setProperty(MapKeeperYcsbClient.PORT_PROPERTY, String.valueOf(port));
        DB db = new MapKeeperYcsbClient();
        db.setProperties(properties);
        db.init();
        return db;
    }

    private Map<String, String> read(String key, Set<String> fields) {
        Map<String, ByteIterator> result = new HashMap<>();
        assertEquals(db.read(TABLE, key, fields, result), Status.OK);
        return StringByteIterator.getStringMap(result);
    }

    private List<Map<String, String>> scan(String startKey, int count) {
        Vector<HashMap<String, ByteIterator>> result = new Vector<>();
        assertEquals(db.scan(TABLE, startKey, count, Set.of("f0"), result), Status.OK);
        assertFalse(result.size() > count);
        return result.stream().map(StringByteIterator::getStringMap).toList();
    }
}
