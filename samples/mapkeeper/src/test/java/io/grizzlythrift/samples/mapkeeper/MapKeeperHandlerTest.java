package io.grizzlythrift.samples.mapkeeper;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.samples.mapkeeper.gen.BinaryResponse;
import io.grizzlythrift.samples.mapkeeper.gen.Record;
import io.grizzlythrift.samples.mapkeeper.gen.RecordListResponse;
import io.grizzlythrift.samples.mapkeeper.gen.ResponseCode;
import io.grizzlythrift.samples.mapkeeper.gen.ScanOrder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The rules that mapkeeper.thrift states. */
public class MapKeeperHandlerTest {
    private static final String MAP = "map";
    private static final String OTHER = "no such map";

    private MapKeeperHandler handler;

    @BeforeMethod
    public void addMap() {
        handler = new MapKeeperHandler();
        assertEquals(handler.addMap(MAP), ResponseCode.Success);
    }

    @Test
    public void pings() {
        assertEquals(handler.ping(), ResponseCode.Success);
    }

    @Test
    public void addsListsAndDropsMapsByName() {
        assertEquals(handler.addMap("a"), ResponseCode.Success);
        assertEquals(handler.addMap("a"), ResponseCode.MapExists);
        assertEquals(handler.listMaps().getResponseCode(), ResponseCode.Success);
        assertEquals(handler.listMaps().getValues(), List.of("a", MAP));
        assertEquals(handler.dropMap("a"), ResponseCode.Success);
        assertEquals(handler.dropMap("a"), ResponseCode.MapNotFound);
        assertEquals(handler.listMaps().getValues(), List.of(MAP));
    }

    @Test
    public void aDroppedMapIsEmptyWhenAddedAgain() {
        put("k", "v");
        handler.dropMap(MAP);
        handler.addMap(MAP);
        assertEquals(get("k").getResponseCode(), ResponseCode.RecordNotFound);
    }

    @Test
    public void anExistingMapKeepsItsRecordsWhenAddedAgain() {
        put("k", "v");
        handler.addMap(MAP);
        assertEquals(get("k"), new BinaryResponse(ResponseCode.Success, bytes("v")));
    }

    @Test
    public void putWritesAndOverwrites() {
        assertEquals(handler.put(MAP, bytes("k"), bytes("1")), ResponseCode.Success);
        assertEquals(handler.put(MAP, bytes("k"), bytes("2")), ResponseCode.Success);
        assertEquals(get("k"), new BinaryResponse(ResponseCode.Success, bytes("2")));
    }

    @Test
    public void insertNeverOverwrites() {
        assertEquals(handler.insert(MAP, bytes("k"), bytes("1")), ResponseCode.Success);
        assertEquals(handler.insert(MAP, bytes("k"), bytes("2")), ResponseCode.RecordExists);
        assertEquals(get("k"), new BinaryResponse(ResponseCode.Success, bytes("1")));
    }

    @Test
    public void updateNeverCreates() {
        assertEquals(handler.update(MAP, bytes("k"), bytes("1")), ResponseCode.RecordNotFound);
        assertEquals(get("k"), new BinaryResponse(ResponseCode.RecordNotFound, bytes("")));
        put("k", "1");
        assertEquals(handler.update(MAP, bytes("k"), bytes("2")), ResponseCode.Success);
        assertEquals(get("k"), new BinaryResponse(ResponseCode.Success, bytes("2")));
    }

    @Test
    public void removeRemovesOnce() {
        put("k", "v");
        assertEquals(handler.remove(MAP, bytes("k")), ResponseCode.Success);
        assertEquals(handler.remove(MAP, bytes("k")), ResponseCode.RecordNotFound);
        assertEquals(get("k").getResponseCode(), ResponseCode.RecordNotFound);
    }

    @Test
    public void acceptsEmptyKeysAndValues() {
        put("", "");
        put("a", "1");
        assertEquals(get(""), new BinaryResponse(ResponseCode.Success, bytes("")));
        assertEquals(keys(scan(ScanOrder.Ascending, "", false, "", false, 0, 0)), List.of("", "a"));
    }

    @Test
    public void everyCallOnRecordsNeedsItsMap() {
        assertEquals(handler.put(OTHER, bytes("k"), bytes("v")), ResponseCode.MapNotFound);
        assertEquals(handler.insert(OTHER, bytes("k"), bytes("v")), ResponseCode.MapNotFound);
        assertEquals(handler.update(OTHER, bytes("k"), bytes("v")), ResponseCode.MapNotFound);
        assertEquals(handler.remove(OTHER, bytes("k")), ResponseCode.MapNotFound);
        assertEquals(
                handler.get(OTHER, bytes("k")), new BinaryResponse(ResponseCode.MapNotFound, ByteBuffer.allocate(0)));
        assertEquals(
                handler.scan(OTHER, ScanOrder.Ascending, bytes(""), true, bytes(""), true, 0, 0),
                new RecordListResponse(ResponseCode.MapNotFound, List.of()));
    }

    @DataProvider
    public static Object[][] callsWithBadArguments() {
        ByteBuffer some = bytes("x");
        return new Object[][] {
            {call(handler -> handler.addMap(null))},
            {call(handler -> handler.dropMap(null))},
            {call(handler -> handler.put(null, some, some))},
            {call(handler -> handler.put(MAP, null, some))},
            {call(handler -> handler.put(MAP, some, null))},
            {call(handler -> handler.insert(null, some, some))},
            {call(handler -> handler.insert(MAP, null, some))},
            {call(handler -> handler.insert(MAP, some, null))},
            {call(handler -> handler.update(null, some, some))},
            {call(handler -> handler.update(MAP, null, some))},
            {call(handler -> handler.update(MAP, some, null))},
            {call(handler -> handler.remove(null, some))},
            {call(handler -> handler.remove(MAP, null))},
            {call(handler -> handler.get(null, some).getResponseCode())},
            {call(handler -> handler.get(MAP, null).getResponseCode())},
            {call(handler -> scanCode(handler, null, ScanOrder.Ascending, 0, 0))},
            {call(handler -> scanCode(handler, MAP, null, 0, 0))},
            {call(handler -> scanCode(handler, MAP, ScanOrder.Ascending, -1, 0))},
            {call(handler -> scanCode(handler, MAP, ScanOrder.Ascending, 0, -1))},
        };
    }

    @Test(dataProvider = "callsWithBadArguments")
    public void aBadArgumentIsAnError(Call call) {
        assertEquals(call.on(handler), ResponseCode.Error);
    }

    @DataProvider
    public static Object[][] scans() {
        return new Object[][] {
            {ScanOrder.Ascending, "", false, "", false, "a b c d"},
            {ScanOrder.Descending, "", false, "", false, "d c b a"},
            {ScanOrder.Ascending, "b", true, "", false, "b c d"},
            {ScanOrder.Ascending, "b", false, "", false, "c d"},
            {ScanOrder.Ascending, "", false, "c", true, "a b c"},
            {ScanOrder.Ascending, "", false, "c", false, "a b"},
            {ScanOrder.Ascending, "b", true, "c", true, "b c"},
            {ScanOrder.Ascending, "b", true, "c", false, "b"},
            {ScanOrder.Ascending, "b", false, "c", true, "c"},
            {ScanOrder.Ascending, "b", false, "c", false, ""},
            {ScanOrder.Descending, "b", true, "d", false, "c b"},
            {ScanOrder.Descending, "b", false, "d", true, "d c"},
            {ScanOrder.Descending, "b", true, "", false, "d c b"},
            {ScanOrder.Descending, "", false, "b", false, "a"},
            {ScanOrder.Ascending, "b", true, "b", true, "b"},
            {ScanOrder.Ascending, "b", false, "b", false, ""},
            {ScanOrder.Ascending, "b", true, "b", false, ""},
            {ScanOrder.Ascending, "c", true, "b", true, ""},
            {ScanOrder.Descending, "c", true, "b", true, ""},
            {ScanOrder.Ascending, "aa", true, "bb", true, "b"},
            {ScanOrder.Ascending, "x", true, "z", true, ""},
        };
    }

    @Test(dataProvider = "scans")
    public void scansWithinBounds(
            ScanOrder order, String start, boolean startIn, String end, boolean endIn, String found) {
        List.of("c", "a", "d", "b").forEach(key -> put(key, key));
        RecordListResponse response = scan(order, start, startIn, end, endIn, 0, 0);
        assertEquals(String.join(" ", keys(response)), found);
        assertEquals(response.getResponseCode(), ResponseCode.ScanEnded);
    }

    @Test
    public void missingBoundsAreOpen() {
        put("a", "1");
        RecordListResponse response = handler.scan(MAP, ScanOrder.Ascending, null, false, null, false, 0, 0);
        assertEquals(response, new RecordListResponse(ResponseCode.ScanEnded, List.of(record("a", "1"))));
    }

    @DataProvider
    public static Object[][] limits() {
        return new Object[][] {
            // Each record is 1 byte of key and 9 of value.
            {1, 0, "a", ResponseCode.Success},
            {3, 0, "a b c", ResponseCode.Success},
            {4, 0, "a b c d", ResponseCode.ScanEnded},
            {5, 0, "a b c d", ResponseCode.ScanEnded},
            {0, 1, "a", ResponseCode.Success},
            {0, 10, "a", ResponseCode.Success},
            {0, 11, "a b", ResponseCode.Success},
            {0, 40, "a b c d", ResponseCode.ScanEnded},
            {0, 41, "a b c d", ResponseCode.ScanEnded},
            {2, 30, "a b", ResponseCode.Success},
            {3, 20, "a b", ResponseCode.Success},
        };
    }

    @Test(dataProvider = "limits")
    public void scansUpToTheirLimits(int maxRecords, int maxBytes, String found, ResponseCode code) {
        List.of("a", "b", "c", "d").forEach(key -> put(key, "123456789"));
        RecordListResponse response = scan(ScanOrder.Ascending, "", false, "", false, maxRecords, maxBytes);
        assertEquals(String.join(" ", keys(response)), found);
        assertEquals(response.getResponseCode(), code);
    }

    @Test
    public void aScanContinuesFromItsLastKey() {
        List.of("a", "b", "c").forEach(key -> put(key, key));
        RecordListResponse first = scan(ScanOrder.Descending, "", false, "", false, 2, 0);
        assertEquals(first.getResponseCode(), ResponseCode.Success);
        RecordListResponse rest =
                scan(ScanOrder.Descending, "", false, keys(first).get(1), false, 2, 0);
        assertEquals(keys(rest), List.of("a"));
        assertEquals(rest.getResponseCode(), ResponseCode.ScanEnded);
    }

    @Test
    public void ordersBytesUnsignedAndPrefixesFirst() {
        byte[][] ordered = {{}, {0}, {0, 0}, {0, -1}, {127}, {-128}, {-128, 0}, {-1}, {-1, -1}};
        for (int i = ordered.length - 1; i >= 0; i--) {
            handler.put(MAP, ByteBuffer.wrap(ordered[i]), bytes("v"));
        }
        RecordListResponse response = scan(ScanOrder.Ascending, "", false, "", false, 0, 0);
        byte[][] found = response.getRecords().stream().map(Record::getKey).toArray(byte[][]::new);
        assertEquals(Arrays.deepToString(found), Arrays.deepToString(ordered));
    }

    @Test
    public void storesAndReturnsCopies() {
        byte[] read = "..key..value..".getBytes(StandardCharsets.US_ASCII);
        ByteBuffer key = ByteBuffer.wrap(read, 2, 3).slice();
        ByteBuffer value = ByteBuffer.wrap(read, 7, 5).slice();
        handler.put(MAP, key, value);
        assertEquals(key.remaining(), 3, "an argument must not be consumed");
        assertEquals(value.remaining(), 5, "an argument must not be consumed");
        Arrays.fill(read, (byte) '!');
        assertEquals(get("key"), new BinaryResponse(ResponseCode.Success, bytes("value")));

        Arrays.fill(get("key").getValue(), (byte) '!');
        Record scanned = scan(ScanOrder.Ascending, "", false, "", false, 0, 0)
                .getRecords()
                .get(0);
        Arrays.fill(scanned.getKey(), (byte) '!');
        Arrays.fill(scanned.getValue(), (byte) '!');
        assertEquals(get("key"), new BinaryResponse(ResponseCode.Success, bytes("value")));
    }

    @Test
    public void ofManyInsertsOfOneKeyOneSucceeds() throws Exception {
        int threads = 8;
        int keys = 500;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            CyclicBarrier start = new CyclicBarrier(threads);
            Callable<Integer> inserts = () -> {
                int succeeded = 0;
                start.await();
                for (int key = 0; key < keys; key++) {
                    if (handler.insert(MAP, bytes("k" + key), bytes("v")) == ResponseCode.Success) {
                        succeeded++;
                    }
                }
                return succeeded;
            };
            List<Future<Integer>> counts = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                counts.add(pool.submit(inserts));
            }
            int succeeded = 0;
            for (Future<Integer> count : counts) {
                succeeded += count.get();
            }
            assertEquals(succeeded, keys);
        } finally {
            pool.shutdownNow();
        }
    }

    private interface Call {
        ResponseCode on(MapKeeperHandler handler);
    }

    private static Call call(Call call) {
        return call;
    }

    private static ResponseCode scanCode(
            MapKeeperHandler handler, String map, ScanOrder order, int maxRecords, int maxBytes) {
        return handler.scan(map, order, bytes(""), true, bytes(""), true, maxRecords, maxBytes)
                .getResponseCode();
    }

    private void put(String key, String value) {
        assertEquals(handler.put(MAP, bytes(key), bytes(value)), ResponseCode.Success);
    }

    private BinaryResponse get(String key) {
        return handler.get(MAP, bytes(key));
    }

    private RecordListResponse scan(
            ScanOrder order, String start, boolean startIn, String end, boolean endIn, int maxRecords, int maxBytes) {
        return handler.scan(MAP, order, bytes(start), startIn, bytes(end), endIn, maxRecords, maxBytes);
    }

    private static List<String> keys(RecordListResponse response) {
        return response.getRecords().stream()
                .map(record -> new String(record.getKey(), StandardCharsets.UTF_8))
                .toList();
    }

    private static Record record(String key, String value) {
        return new Record(bytes(key), bytes(value));
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
