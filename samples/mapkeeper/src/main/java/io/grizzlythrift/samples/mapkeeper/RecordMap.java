package io.grizzlythrift.samples.mapkeeper;

import io.grizzlythrift.samples.mapkeeper.gen.BinaryResponse;
import io.grizzlythrift.samples.mapkeeper.gen.Record;
import io.grizzlythrift.samples.mapkeeper.gen.RecordListResponse;
import io.grizzlythrift.samples.mapkeeper.gen.ResponseCode;
import io.grizzlythrift.samples.mapkeeper.gen.ScanOrder;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * One map: records in the order of their keys. Thread-safe.
 *
 * <p>An incoming buffer may be a slice of a larger buffer that the server read from the socket. Its bytes are copied,
 * because the slice would retain the whole buffer. The constructors of the generated structs copy the bytes of replies.
 */
final class RecordMap {
    private static final byte[] NO_BYTES = {};

    private final ConcurrentNavigableMap<byte[], byte[]> records = new ConcurrentSkipListMap<>(Arrays::compareUnsigned);

    BinaryResponse get(ByteBuffer key) {
        byte[] value = records.get(copy(key));
        return value == null
                ? new BinaryResponse(ResponseCode.RecordNotFound, ByteBuffer.wrap(NO_BYTES))
                : new BinaryResponse(ResponseCode.Success, ByteBuffer.wrap(value));
    }

    ResponseCode put(ByteBuffer key, ByteBuffer value) {
        records.put(copy(key), copy(value));
        return ResponseCode.Success;
    }

    ResponseCode insert(ByteBuffer key, ByteBuffer value) {
        return records.putIfAbsent(copy(key), copy(value)) == null ? ResponseCode.Success : ResponseCode.RecordExists;
    }

    ResponseCode update(ByteBuffer key, ByteBuffer value) {
        return records.replace(copy(key), copy(value)) == null ? ResponseCode.RecordNotFound : ResponseCode.Success;
    }

    ResponseCode remove(ByteBuffer key) {
        return records.remove(copy(key)) == null ? ResponseCode.RecordNotFound : ResponseCode.Success;
    }

    /** Returns the records of a range. A null or empty key is an open bound; a limit of 0 means no limit. */
    RecordListResponse scan(
            ScanOrder order,
            ByteBuffer startKey,
            boolean startKeyIncluded,
            ByteBuffer endKey,
            boolean endKeyIncluded,
            int maxRecords,
            int maxBytes) {
        NavigableMap<byte[], byte[]> range = range(bound(startKey), startKeyIncluded, bound(endKey), endKeyIncluded);
        NavigableMap<byte[], byte[]> ordered = order == ScanOrder.Ascending ? range : range.descendingMap();
        List<Record> found = new ArrayList<>();
        long foundBytes = 0;
        for (Map.Entry<byte[], byte[]> entry : ordered.entrySet()) {
            if ((maxRecords > 0 && found.size() == maxRecords) || (maxBytes > 0 && foundBytes >= maxBytes)) {
                return new RecordListResponse(ResponseCode.Success, found);
            }
            found.add(new Record(ByteBuffer.wrap(entry.getKey()), ByteBuffer.wrap(entry.getValue())));
            foundBytes += entry.getKey().length + entry.getValue().length;
        }
        return new RecordListResponse(ResponseCode.ScanEnded, found);
    }

    private NavigableMap<byte[], byte[]> range(byte[] start, boolean startIncluded, byte[] end, boolean endIncluded) {
        boolean hasStart = start.length > 0;
        boolean hasEnd = end.length > 0;
        if (hasStart && hasEnd) {
            return Arrays.compareUnsigned(start, end) > 0
                    ? Collections.emptyNavigableMap()
                    : records.subMap(start, startIncluded, end, endIncluded);
        }
        if (hasStart) {
            return records.tailMap(start, startIncluded);
        }
        return hasEnd ? records.headMap(end, endIncluded) : records;
    }

    private static byte[] bound(ByteBuffer key) {
        return key == null ? NO_BYTES : copy(key);
    }

    private static byte[] copy(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }
}
