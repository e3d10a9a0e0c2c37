package io.grizzlythrift.samples.mapkeeper.ycsb;

import io.grizzlythrift.samples.mapkeeper.MapKeeperServer;
import io.grizzlythrift.samples.mapkeeper.gen.BinaryResponse;
import io.grizzlythrift.samples.mapkeeper.gen.MapKeeper;
import io.grizzlythrift.samples.mapkeeper.gen.Record;
import io.grizzlythrift.samples.mapkeeper.gen.RecordListResponse;
import io.grizzlythrift.samples.mapkeeper.gen.ResponseCode;
import io.grizzlythrift.samples.mapkeeper.gen.ScanOrder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.Vector;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TProtocolException;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.layered.TFramedTransport;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * YCSB's database binding for MapKeeper: a table is a map, and all fields of a record are one value.
 *
 * <p>YCSB creates one instance per thread, and each instance opens its own connection, unless a subclass connects
 * otherwise. The properties {@value #HOST_PROPERTY} (127.0.0.1 by default) and {@value #PORT_PROPERTY} (9090) locate
 * the server. Nothing is retried. A connection that breaks, or returns a malformed reply, stays closed: all later
 * operations of its thread fail immediately.
 *
 * <p>An update reads the record, replaces the given fields and writes the record back. These are two calls, so one of
 * two concurrent updates of the same record may be lost.
 */
public class MapKeeperYcsbClient extends DB {
    /** The property for the server's host. */
    public static final String HOST_PROPERTY = "mapkeeper.host";

    /** The property for the server's port. */
    public static final String PORT_PROPERTY = "mapkeeper.port";

    private static final String TABLE_PROPERTY = "table";
    private static final String DEFAULT_TABLE = "usertable";

    /** The timeout of connecting and of each call, in milliseconds. */
    protected static final int TIMEOUT_MS = 10_000;

    /** Empty before {@link #init}, and after the connection is closed. */
    private Optional<MapKeeperConnection> connection = Optional.empty();

    /** Creates a client that is not connected yet; {@link #init} connects it. */
    public MapKeeperYcsbClient() {}

    /**
     * Connects, and adds the map of the workload's table unless it exists.
     *
     * @throws DBException if the server cannot be reached, or refuses to add the map
     */
    @Override
    public void init() throws DBException {
        String host = getProperties().getProperty(HOST_PROPERTY, "127.0.0.1");
        String port = getProperties().getProperty(PORT_PROPERTY, String.valueOf(MapKeeperServer.DEFAULT_PORT));
        String table = getProperties().getProperty(TABLE_PROPERTY, DEFAULT_TABLE);
        try {
            MapKeeperConnection opened = connect(host, Integer.parseInt(port));
            connection = Optional.of(opened);
            ResponseCode code = opened.mapKeeper().addMap(table);
            if (code != ResponseCode.Success && code != ResponseCode.MapExists) {
                cleanup();
                throw new DBException("map " + table + " was not added: " + code);
            }
        } catch (TException e) {
            cleanup();
            throw new DBException("no MapKeeper replies on " + host + ":" + port, e);
        }
    }

    /**
     * Connects this YCSB thread to the server, here over a blocking socket of libthrift, framed and compact.
     *
     * @param host the server's host
     * @param port the server's port
     * @return the thread's connection
     * @throws TException if the server cannot be reached
     */
    protected MapKeeperConnection connect(String host, int port) throws TException {
        TTransport transport = new TFramedTransport(new TSocket(host, port, TIMEOUT_MS));
        transport.open();
        return new MapKeeperConnection(new MapKeeper.Client(new TCompactProtocol(transport)), transport::close);
    }

    @Override
    public void cleanup() {
        connection.ifPresent(MapKeeperConnection::close);
        connection = Optional.empty();
    }

    @Override
    public Status read(String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
        return attempt(mapKeeper -> {
            BinaryResponse response = mapKeeper.get(table, bytes(key));
            if (response.getResponseCode() == ResponseCode.Success) {
                select(RecordEncoding.decode(response.getValue()), fields, result);
            }
            return status(response.getResponseCode());
        });
    }

    @Override
    @SuppressWarnings("NonApiType") // The signature is YCSB's.
    public Status scan(
            String table,
            String startKey,
            int recordCount,
            Set<String> fields,
            Vector<HashMap<String, ByteIterator>> result) {
        if (recordCount < 1) {
            return Status.BAD_REQUEST;
        }
        return attempt(mapKeeper -> {
            RecordListResponse response = mapKeeper.scan(
                    table, ScanOrder.Ascending, bytes(startKey), true, ByteBuffer.allocate(0), false, recordCount, 0);
            for (Record record : response.getRecords()) {
                HashMap<String, ByteIterator> row = new HashMap<>();
                select(RecordEncoding.decode(record.getValue()), fields, row);
                result.add(row);
            }
            return status(response.getResponseCode());
        });
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
        return attempt(mapKeeper -> {
            BinaryResponse response = mapKeeper.get(table, bytes(key));
            if (response.getResponseCode() != ResponseCode.Success) {
                return status(response.getResponseCode());
            }
            Map<String, byte[]> record = RecordEncoding.decode(response.getValue());
            values.forEach((field, value) -> record.put(field, value.toArray()));
            return status(mapKeeper.update(table, bytes(key), RecordEncoding.encode(record)));
        });
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
        Map<String, byte[]> record = new LinkedHashMap<>();
        values.forEach((field, value) -> record.put(field, value.toArray()));
        return attempt(mapKeeper -> status(mapKeeper.insert(table, bytes(key), RecordEncoding.encode(record))));
    }

    @Override
    public Status delete(String table, String key) {
        return attempt(mapKeeper -> status(mapKeeper.remove(table, bytes(key))));
    }

    private interface Attempt {
        Status on(MapKeeper.Iface mapKeeper) throws TException;
    }

    private Status attempt(Attempt attempt) {
        if (connection.isEmpty()) {
            return Status.ERROR;
        }
        try {
            return attempt.on(connection.get().mapKeeper());
        } catch (TApplicationException e) {
            // This is a reply: the call failed, but the connection still works.
            System.err.println("MapKeeper: " + e);
            return Status.ERROR;
        } catch (TException | RuntimeException e) {
            System.err.println("MapKeeper: " + e);
            cleanup();
            return Status.ERROR;
        }
    }

    private static Status status(ResponseCode code) throws TException {
        if (code == null) {
            throw new TProtocolException(TProtocolException.INVALID_DATA, "a reply without a known response code");
        }
        return switch (code) {
            case Success, ScanEnded -> Status.OK;
            case RecordNotFound -> Status.NOT_FOUND;
            default -> Status.ERROR;
        };
    }

    private static void select(Map<String, byte[]> record, Set<String> fields, Map<String, ByteIterator> result) {
        record.forEach((field, value) -> {
            if (fields == null || fields.contains(field)) {
                result.put(field, new ByteArrayByteIterator(value));
            }
        });
    }

    private static ByteBuffer bytes(String key) {
        return ByteBuffer.wrap(key.getBytes(StandardCharsets.UTF_8));
    }
}
