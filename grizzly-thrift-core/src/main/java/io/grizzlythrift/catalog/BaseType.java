package io.grizzlythrift.catalog;

import org.apache.thrift.protocol.TType;

/** The types of Thrift that refer to no other type. */
public enum BaseType {
    /** True or false. */
    BOOL("bool", TType.BOOL),
    /** 8 bits, signed; {@code byte} is another name of it in the IDL. */
    I8("i8", TType.BYTE),
    /** 16 bits, signed. */
    I16("i16", TType.I16),
    /** 32 bits, signed. */
    I32("i32", TType.I32),
    /** 64 bits, signed. */
    I64("i64", TType.I64),
    /** 64 bits, floating point. */
    DOUBLE("double", TType.DOUBLE),
    /** Text; UTF-8 in messages. */
    STRING("string", TType.STRING),
    /** Bytes; messages do not tell them from a text. */
    BINARY("binary", TType.STRING),
    /** 128 bits. */
    UUID("uuid", TType.UUID);

    private final String idlName;
    private final byte wireType;

    BaseType(String idlName, byte wireType) {
        this.idlName = idlName;
        this.wireType = wireType;
    }

    /** {@return the name in the IDL} */
    public String idlName() {
        return idlName;
    }

    /** {@return the type in messages, one of {@link TType}} */
    public byte wireType() {
        return wireType;
    }
}
