package io.grizzlythrift.catalog.json;

import io.grizzlythrift.catalog.BaseType;
import io.grizzlythrift.catalog.EnumDescription;
import io.grizzlythrift.catalog.FieldDescription;
import io.grizzlythrift.catalog.Requiredness;
import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.catalog.StructDescription;
import io.grizzlythrift.catalog.TypeDescription;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TList;
import org.apache.thrift.protocol.TMap;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TSet;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.transport.TMemoryBuffer;

/** Writes random values of described types. */
final class RandomValue {
    private static final int MAX_DEPTH = 5;
    private static final String[] TEXTS = {"", "a", "k\u00e4se", "\ud83d\ude00", "\"\\\n\u0000", "x".repeat(200)};
    private static final double[] REALS = {0.0, -0.0, 1.5, Double.MAX_VALUE, Double.MIN_VALUE, Double.NEGATIVE_INFINITY
    };

    private final ServiceCatalog catalog;
    private final SplittableRandom random;
    private int depth;

    RandomValue(ServiceCatalog catalog, SplittableRandom random) {
        this.catalog = catalog;
        this.random = random;
    }

    void writeStruct(String name, TProtocol out) throws TException {
        StructDescription struct = catalog.struct(name);
        depth++;
        out.writeStructBegin(new TStruct(name));
        List<FieldDescription> fields = struct.fields();
        if (struct.kind() == StructDescription.Kind.UNION) {
            fields = List.of(fields.get(random.nextInt(depth < MAX_DEPTH ? fields.size() : 2)));
        }
        for (FieldDescription field : fields) {
            boolean isNeeded = field.requiredness() == Requiredness.REQUIRED || fields.size() == 1;
            if (isNeeded || (depth < MAX_DEPTH && random.nextInt(3) > 0)) {
                out.writeFieldBegin(new TField(field.name(), field.type().wireType(), field.id()));
                write(field.type(), out);
                out.writeFieldEnd();
            }
        }
        out.writeFieldStop();
        out.writeStructEnd();
        depth--;
    }

    private void write(TypeDescription type, TProtocol out) throws TException {
        if (type instanceof TypeDescription.StructRef struct) {
            writeStruct(struct.name(), out);
        } else if (type instanceof TypeDescription.EnumRef anEnum) {
            List<EnumDescription.Member> members = catalog.enumOf(anEnum.name()).members();
            out.writeI32(members.get(random.nextInt(members.size())).value());
        } else if (type instanceof TypeDescription.ListOf list) {
            int size = size();
            out.writeListBegin(new TList(list.element().wireType(), size));
            for (int i = 0; i < size; i++) {
                write(list.element(), out);
            }
            out.writeListEnd();
        } else if (type instanceof TypeDescription.SetOf set) {
            List<SplittableRandom> elements = distinct(set.element());
            out.writeSetBegin(new TSet(set.element().wireType(), elements.size()));
            for (SplittableRandom element : elements) {
                copy(element).write(set.element(), out);
            }
            out.writeSetEnd();
        } else if (type instanceof TypeDescription.MapOf map) {
            List<SplittableRandom> keys = distinct(map.key());
            out.writeMapBegin(new TMap(map.key().wireType(), map.value().wireType(), keys.size()));
            for (SplittableRandom key : keys) {
                copy(key).write(map.key(), out);
                write(map.value(), out);
            }
            out.writeMapEnd();
        } else {
            write(((TypeDescription.Base) type).type(), out);
        }
    }

    /** Returns sources of different values: of a set or of keys. */
    private List<SplittableRandom> distinct(TypeDescription type) throws TException {
        Map<ByteBuffer, Long> seeds = new LinkedHashMap<>();
        for (int left = size(); left > 0; left--) {
            long seed = random.nextLong();
            TMemoryBuffer encoded = new TMemoryBuffer(64);
            copy(new SplittableRandom(seed))
                    .write(type, io.grizzlythrift.message.ThriftProtocol.COMPACT.getProtocol(encoded));
            seeds.putIfAbsent(ByteBuffer.wrap(Transcoding.bytesOf(encoded)), seed);
        }
        List<SplittableRandom> sources = new ArrayList<>();
        seeds.values().forEach(seed -> sources.add(new SplittableRandom(seed)));
        return sources;
    }

    private RandomValue copy(SplittableRandom source) {
        RandomValue copy = new RandomValue(catalog, source);
        copy.depth = depth;
        return copy;
    }

    private int size() {
        return depth < MAX_DEPTH ? random.nextInt(4) : 0;
    }

    private void write(BaseType type, TProtocol out) throws TException {
        switch (type) {
            case BOOL -> out.writeBool(random.nextBoolean());
            case I8 -> out.writeByte((byte) random.nextInt());
            case I16 -> out.writeI16((short) random.nextInt());
            case I32 -> out.writeI32(random.nextInt());
            case I64 -> out.writeI64(random.nextLong() >> random.nextInt(Long.SIZE));
            case DOUBLE -> out.writeDouble(REALS[random.nextInt(REALS.length)]);
            case STRING -> out.writeString(TEXTS[random.nextInt(TEXTS.length)]);
            case BINARY -> out.writeBinary(ByteBuffer.wrap(new byte[random.nextInt(4)]));
            case UUID -> out.writeUuid(new UUID(random.nextLong(), random.nextLong()));
        }
    }
}
