package io.grizzlythrift.fuzz;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.server.Requests;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TList;
import org.apache.thrift.protocol.TMap;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TSet;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;

/** Messages whose values are nested ten thousand levels deep, and numbers without an end. */
final class DeepMessages {
    private static final int DEPTH = 10_000;
    private static final int DIGITS = 60_000;

    private final Requests requests;
    private final int sequenceId;
    private final Map<String, byte[]> messages = new LinkedHashMap<>();

    private DeepMessages(ThriftProtocol protocol, int sequenceId) {
        this.sequenceId = sequenceId;
        requests = new Requests(protocol);
    }

    /** Returns the messages by what they do; the first word is the method. */
    static Map<String, byte[]> of(ThriftProtocol protocol, int sequenceId) throws TException {
        DeepMessages all = new DeepMessages(protocol, sequenceId);
        all.addKnown();
        all.addUnknown();
        if (protocol == ThriftProtocol.COMPACT) {
            all.addEndlessVarints();
        } else if (protocol == ThriftProtocol.JSON) {
            all.addEndlessDigits();
        }
        return all.messages;
    }

    /** Opens one more level. */
    private interface Level {
        void open(TProtocol out) throws TException;
    }

    private void add(String method, String what, byte type, Level level) throws TException {
        messages.put(method + " " + what, requests.callWithField(method, sequenceId, type, out -> {
            for (int i = 0; i < DEPTH; i++) {
                level.open(out);
            }
        }));
    }

    private static void openField(TProtocol out, byte type, int id) throws TException {
        out.writeStructBegin(new TStruct());
        out.writeFieldBegin(new TField("", type, (short) id));
    }

    /** Nests in fields of the IDL. */
    private void addKnown() throws TException {
        add("echoTree", "left", TType.STRUCT, out -> openField(out, TType.STRUCT, 2));
        add("echoTree", "children", TType.STRUCT, out -> {
            openField(out, TType.LIST, 3);
            out.writeListBegin(new TList(TType.STRUCT, 1));
        });
        add("echoChoice", "choices", TType.STRUCT, out -> {
            openField(out, TType.LIST, 5);
            out.writeListBegin(new TList(TType.STRUCT, 1));
        });
    }

    /** Nests in unknown fields, which are skipped. */
    private void addUnknown() throws TException {
        for (String method : new String[] {"ping", "nothing", "echoString"}) {
            add(method, "structs", TType.STRUCT, out -> openField(out, TType.STRUCT, 77));
            add(method, "lists", TType.LIST, out -> out.writeListBegin(new TList(TType.LIST, 1)));
            add(method, "sets", TType.SET, out -> out.writeSetBegin(new TSet(TType.SET, 1)));
            add(method, "maps", TType.MAP, out -> {
                out.writeMapBegin(new TMap(TType.STRING, TType.MAP, 1));
                out.writeString("");
            });
            add(method, "structs of lists", TType.STRUCT, out -> {
                openField(out, TType.LIST, 1);
                out.writeListBegin(new TList(TType.STRUCT, 1));
            });
        }
        add("ping", "maps as keys", TType.MAP, out -> out.writeMapBegin(new TMap(TType.MAP, TType.MAP, 1)));
        add("echoTree", "unknown in known", TType.STRUCT, out -> openField(out, TType.STRUCT, 9));
    }

    private void addEndlessVarints() throws TException {
        byte[] endless = new byte[DIGITS];
        Arrays.fill(endless, (byte) 0xff);
        addBytes("echoI16", "number", TType.I16, endless);
        addBytes("echoI32", "number", TType.I32, endless);
        addBytes("echoI64", "number", TType.I64, endless);
        addBytes("echoString", "length", TType.STRING, endless);
        addBytes("echoList", "size", TType.LIST, endless);
        addBytes("echoByEnum", "size", TType.MAP, endless);
        addBytes("ping", "skipped number", TType.I64, endless);
        byte[] start = requests.header("echoTree", TMessageType.CALL, sequenceId);
        byte[] fieldId = Arrays.copyOf(start, start.length + DIGITS);
        Arrays.fill(fieldId, start.length, fieldId.length, (byte) 0xfc);
        fieldId[start.length] = 0x0c;
        messages.put("echoTree field id", fieldId);
    }

    private void addBytes(String method, String what, byte type, byte[] bytes) throws TException {
        messages.put(method + " endless " + what, requests.callWithField(method, sequenceId, type, out -> {
            out.getTransport().write(bytes);
        }));
    }

    private void addEndlessDigits() throws TException {
        byte[] digits = new byte[DIGITS];
        Arrays.fill(digits, (byte) '9');
        for (String method : new String[] {"echoByte", "echoI32", "echoI64", "ping"}) {
            addBytes(method, "digits", TType.I64, digits);
        }
        addBytes(
                "echoDouble",
                "digits with signs",
                TType.DOUBLE,
                "9e+-".repeat(DIGITS / 4).getBytes(StandardCharsets.US_ASCII));
    }
}
