package io.grizzlythrift.test;

import java.util.List;
import java.util.stream.Stream;
import org.apache.thrift.protocol.TType;

/** The types that a field, an element, a key or a value may have. */
public final class WireTypes {
    /** Those that contain no others. */
    public static final List<Byte> SIMPLE =
            List.of(TType.BOOL, TType.BYTE, TType.I16, TType.I32, TType.I64, TType.DOUBLE, TType.STRING, TType.UUID);

    /** All of them, the simple ones first. */
    public static final List<Byte> ALL = Stream.concat(
                    SIMPLE.stream(), Stream.of(TType.STRUCT, TType.MAP, TType.SET, TType.LIST))
            .toList();

    private WireTypes() {}
}
