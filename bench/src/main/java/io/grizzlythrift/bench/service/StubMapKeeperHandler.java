package io.grizzlythrift.bench.service;

import io.grizzlythrift.samples.mapkeeper.gen.BinaryResponse;
import io.grizzlythrift.samples.mapkeeper.gen.MapKeeper;
import io.grizzlythrift.samples.mapkeeper.gen.Record;
import io.grizzlythrift.samples.mapkeeper.gen.RecordListResponse;
import io.grizzlythrift.samples.mapkeeper.gen.ResponseCode;
import io.grizzlythrift.samples.mapkeeper.gen.ScanOrder;
import io.grizzlythrift.samples.mapkeeper.gen.StringListResponse;
import io.grizzlythrift.samples.mapkeeper.ycsb.RecordEncoding;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A MapKeeper without a store: every write succeeds, and every read returns the same record, of the size that YCSB
 * loads by default. It costs almost nothing, so a run measures the server around it. Stateless and thread-safe.
 */
public final class StubMapKeeperHandler implements MapKeeper.Iface {
    private static final int FIELDS = 10;
    private static final int FIELD_BYTES = 100;
    private static final int MAX_SCANNED_RECORDS = 1_000;
    private static final ByteBuffer VALUE = value();
    private static final Record RECORD =
            new Record(ByteBuffer.wrap("user0".getBytes(StandardCharsets.UTF_8)), VALUE.duplicate());

    /** Creates a handler. */
    public StubMapKeeperHandler() {}

    @Override
    public ResponseCode ping() {
        return ResponseCode.Success;
    }

    @Override
    public ResponseCode addMap(String mapName) {
        return ResponseCode.Success;
    }

    @Override
    public ResponseCode dropMap(String mapName) {
        return ResponseCode.Success;
    }

    @Override
    public StringListResponse listMaps() {
        return new StringListResponse(ResponseCode.Success, List.of());
    }

    @Override
    public RecordListResponse scan(
            String mapName,
            ScanOrder order,
            ByteBuffer startKey,
            boolean startKeyIncluded,
            ByteBuffer endKey,
            boolean endKeyIncluded,
            int maxRecords,
            int maxBytes) {
        if (maxRecords < 1 || maxRecords > MAX_SCANNED_RECORDS) {
            return new RecordListResponse(ResponseCode.Error, List.of());
        }
        return new RecordListResponse(ResponseCode.Success, Collections.nCopies(maxRecords, RECORD));
    }

    @Override
    public BinaryResponse get(String mapName, ByteBuffer key) {
        return new BinaryResponse(ResponseCode.Success, VALUE.duplicate());
    }

    @Override
    public ResponseCode put(String mapName, ByteBuffer key, ByteBuffer value) {
        return ResponseCode.Success;
    }

    @Override
    public ResponseCode insert(String mapName, ByteBuffer key, ByteBuffer value) {
        return ResponseCode.Success;
    }

    @Override
    public ResponseCode update(String mapName, ByteBuffer key, ByteBuffer value) {
        return ResponseCode.Success;
    }

    @Override
    public ResponseCode remove(String mapName, ByteBuffer key) {
        return ResponseCode.Success;
    }

    private static ByteBuffer value() {
        byte[] bytes = new byte[FIELD_BYTES];
        Arrays.fill(bytes, (byte) 'x');
        Map<String, byte[]> fields = new LinkedHashMap<>();
        for (int i = 0; i < FIELDS; i++) {
            fields.put("field" + i, bytes);
        }
        return RecordEncoding.encode(fields);
    }
}
