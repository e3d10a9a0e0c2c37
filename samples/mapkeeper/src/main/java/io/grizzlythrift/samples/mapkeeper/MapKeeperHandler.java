package io.grizzlythrift.samples.mapkeeper;

import io.grizzlythrift.samples.mapkeeper.gen.BinaryResponse;
import io.grizzlythrift.samples.mapkeeper.gen.MapKeeper;
import io.grizzlythrift.samples.mapkeeper.gen.RecordListResponse;
import io.grizzlythrift.samples.mapkeeper.gen.ResponseCode;
import io.grizzlythrift.samples.mapkeeper.gen.ScanOrder;
import io.grizzlythrift.samples.mapkeeper.gen.StringListResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;

/**
 * Implements the service in memory; its maps exist as long as the handler. Thread-safe. A write to a map that is
 * dropped concurrently may return {@code Success} although its record is dropped with the map.
 */
public class MapKeeperHandler implements MapKeeper.Iface {
    private final ConcurrentNavigableMap<String, RecordMap> maps = new ConcurrentSkipListMap<>();

    /** Creates a service without maps. */
    public MapKeeperHandler() {}

    @Override
    public ResponseCode ping() {
        return ResponseCode.Success;
    }

    @Override
    public ResponseCode addMap(String mapName) {
        if (mapName == null) {
            return ResponseCode.Error;
        }
        return maps.putIfAbsent(mapName, new RecordMap()) == null ? ResponseCode.Success : ResponseCode.MapExists;
    }

    @Override
    public ResponseCode dropMap(String mapName) {
        if (mapName == null) {
            return ResponseCode.Error;
        }
        return maps.remove(mapName) == null ? ResponseCode.MapNotFound : ResponseCode.Success;
    }

    @Override
    public StringListResponse listMaps() {
        return new StringListResponse(ResponseCode.Success, List.copyOf(maps.keySet()));
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
        if (mapName == null || order == null || maxRecords < 0 || maxBytes < 0) {
            return new RecordListResponse(ResponseCode.Error, List.of());
        }
        RecordMap map = maps.get(mapName);
        return map == null
                ? new RecordListResponse(ResponseCode.MapNotFound, List.of())
                : map.scan(order, startKey, startKeyIncluded, endKey, endKeyIncluded, maxRecords, maxBytes);
    }

    @Override
    public BinaryResponse get(String mapName, ByteBuffer key) {
        if (mapName == null || key == null) {
            return new BinaryResponse(ResponseCode.Error, ByteBuffer.allocate(0));
        }
        RecordMap map = maps.get(mapName);
        return map == null ? new BinaryResponse(ResponseCode.MapNotFound, ByteBuffer.allocate(0)) : map.get(key);
    }

    @Override
    public ResponseCode put(String mapName, ByteBuffer key, ByteBuffer value) {
        return key == null || value == null ? ResponseCode.Error : in(mapName, map -> map.put(key, value));
    }

    @Override
    public ResponseCode insert(String mapName, ByteBuffer key, ByteBuffer value) {
        return key == null || value == null ? ResponseCode.Error : in(mapName, map -> map.insert(key, value));
    }

    @Override
    public ResponseCode update(String mapName, ByteBuffer key, ByteBuffer value) {
        return key == null || value == null ? ResponseCode.Error : in(mapName, map -> map.update(key, value));
    }

    @Override
    public ResponseCode remove(String mapName, ByteBuffer key) {
        return key == null ? ResponseCode.Error : in(mapName, map -> map.remove(key));
    }

    private ResponseCode in(String mapName, Function<RecordMap, ResponseCode> change) {
        if (mapName == null) {
            return ResponseCode.Error;
        }
        RecordMap map = maps.get(mapName);
        return map == null ? ResponseCode.MapNotFound : change.apply(map);
    }
}
