import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.HiveMetaStoreClient;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.NoSuchObjectException;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.SerDeInfo;
import org.apache.hadoop.hive.metastore.api.StorageDescriptor;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf.ConfVars;
import org.apache.thrift.TBase;

/**
 * Calls a metastore with Hive's own client: several threads, each with connections of its own, create databases, tables and
 * partitions, read them back, provoke exceptions, and drop them. They write one at a time, because transactions of Hive that
 * write to an embedded Derby together end in deadlocks.
 */
public final class HiveClient {
    private static final int PARTITIONS = 20;
    private static final int READS = 10;

    private final Configuration configuration = MetastoreConf.newMetastoreConf();

    private HiveClient(String uri) {
        MetastoreConf.setVar(configuration, ConfVars.THRIFT_URIS, uri);
    }

    /** Arguments: the URI of the metastore, the number of threads, and how often each repeats everything. */
    public static void main(String[] args) throws Exception {
        HiveClient client = new HiveClient(args[0]);
        int threads = Integer.parseInt(args[1]);
        int rounds = Integer.parseInt(args[2]);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        List<Future<Integer>> results = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            String name = "db" + i;
            Callable<Integer> task = () -> client.repeat(name, rounds);
            results.add(pool.submit(task));
        }
        int calls = 0;
        try {
            for (Future<Integer> result : results) {
                calls += result.get();
            }
        } finally {
            pool.shutdownNow();
        }
        System.out.println("PASSED " + calls + " calls by " + threads + " threads, libthrift "
                + TBase.class.getProtectionDomain().getCodeSource().getLocation().getPath().replaceAll(".*/", ""));
    }

    private int repeat(String database, int rounds) throws Exception {
        int calls = 0;
        for (int i = 0; i < rounds; i++) {
            HiveMetaStoreClient metastore = new HiveMetaStoreClient(configuration);
            try {
                calls += use(metastore, database);
            } finally {
                metastore.close();
            }
        }
        return calls;
    }

    private static int use(HiveMetaStoreClient metastore, String name) throws Exception {
        synchronized (HiveClient.class) {
            create(metastore, name);
        }
        for (int i = 0; i < READS; i++) {
            read(metastore, name);
        }
        synchronized (HiveClient.class) {
            metastore.dropTable(name, "events", true, false);
            check(metastore.getAllTables(name), List.of());
            metastore.dropDatabase(name, true, false);
        }
        return 8 + 5 * READS;
    }

    private static void create(HiveMetaStoreClient metastore, String name) throws Exception {
        Database database = new Database();
        database.setName(name);
        database.setDescription("of a test");
        database.setParameters(Map.of("owner", name));
        metastore.createDatabase(database);
        metastore.createTable(table(name));
        Table table = metastore.getTable(name, "events");
        List<Partition> partitions = new ArrayList<>();
        for (int day = 0; day < PARTITIONS; day++) {
            partitions.add(partition(table, String.valueOf(day)));
        }
        check(metastore.add_partitions(partitions), PARTITIONS);
        check(metastore.getAllDatabases().contains(name), true);
    }

    private static void read(HiveMetaStoreClient metastore, String name) throws Exception {
        check(metastore.getDatabase(name).getDescription(), "of a test");
        Table table = metastore.getTable(name, "events");
        check(table.getSd().getCols().size(), 2);
        check(table.getPartitionKeys().get(0).getName(), "day");
        check(metastore.listPartitions(name, "events", (short) -1).size(), PARTITIONS);
        check(metastore.getPartition(name, "events", List.of("7")).getValues(), List.of("7"));
        try {
            metastore.getTable(name, "missing");
            throw new AssertionError("a missing table");
        } catch (NoSuchObjectException expected) {
            check(expected.getMessage().contains("missing"), true);
        }
    }

    private static Table table(String database) {
        StorageDescriptor storage = new StorageDescriptor();
        storage.setCols(List.of(new FieldSchema("id", "bigint", ""), new FieldSchema("text", "string", "what it says")));
        storage.setInputFormat("org.apache.hadoop.mapred.TextInputFormat");
        storage.setOutputFormat("org.apache.hadoop.hive.ql.io.HiveIgnoreKeyTextOutputFormat");
        storage.setSerdeInfo(new SerDeInfo(
                "serde", "org.apache.hadoop.hive.serde2.lazy.LazySimpleSerDe", Map.of("field.delim", ",")));
        Table table = new Table();
        table.setDbName(database);
        table.setTableName("events");
        table.setOwner("tester");
        table.setSd(storage);
        table.setPartitionKeys(List.of(new FieldSchema("day", "string", "")));
        table.setParameters(Map.of("EXTERNAL", "FALSE"));
        return table;
    }

    private static Partition partition(Table table, String day) {
        Partition partition = new Partition();
        partition.setDbName(table.getDbName());
        partition.setTableName(table.getTableName());
        partition.setValues(List.of(day));
        StorageDescriptor storage = table.getSd().deepCopy();
        storage.setLocation(table.getSd().getLocation() + "/day=" + day);
        partition.setSd(storage);
        return partition;
    }

    private static void check(Object found, Object expected) {
        if (!expected.equals(found)) {
            throw new AssertionError("found " + found + ", expected " + expected);
        }
    }
}
