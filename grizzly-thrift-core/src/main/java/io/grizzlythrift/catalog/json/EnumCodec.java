package io.grizzlythrift.catalog.json;

import com.fasterxml.jackson.core.JsonToken;
import io.grizzlythrift.catalog.EnumDescription;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TType;

/** Converts enums: names or numbers of JSON to numbers, and numbers to names if they have one. */
final class EnumCodec implements ValueCodec {
    private final String name;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<Integer, String> names = new HashMap<>();

    EnumCodec(EnumDescription described) {
        name = described.name();
        for (EnumDescription.Member member : described.members()) {
            numbers.put(member.name(), member.value());
            names.putIfAbsent(member.value(), member.name());
        }
    }

    @Override
    public byte wireType() {
        return TType.I32;
    }

    @Override
    public Optional<Object> comparable(JsonSource in) throws IOException, ValueException {
        return Optional.of(number(in));
    }

    @Override
    public void toThrift(JsonSource in, TProtocol out) throws IOException, TException {
        out.writeI32(number(in));
    }

    private int number(JsonSource in) throws IOException, ValueException {
        if (in.token() == JsonToken.VALUE_NUMBER_INT) {
            return (int) in.integer(Integer.SIZE);
        }
        Integer number =
                in.token() == JsonToken.VALUE_STRING ? numbers.get(in.parser().getText()) : null;
        if (number == null) {
            throw in.mismatch("the name of a member of enum " + name + ", or its number");
        }
        return number;
    }

    @Override
    public void toJson(TProtocol in, JsonTarget out) throws IOException, TException {
        int number = in.readI32();
        String member = names.get(number);
        if (member == null) { // of a newer peer
            out.generator().writeNumber(number);
        } else {
            out.generator().writeString(member);
        }
    }
}
