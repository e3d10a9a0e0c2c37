package io.grizzlythrift.site;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;
import static org.testng.Assert.fail;

import io.grizzlythrift.tls.TlsConfig;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.thrift.protocol.TTupleProtocol;

/** Tries the bounds: the ends are accepted, and what is just outside is refused. */
final class BoundsCheck {
    private static final Pattern RANGE = Pattern.compile("(?:port )?(.+) to (.+)");
    private static final Pattern AT_LEAST = Pattern.compile("at least (.+)");

    /** Bounds that no single call can try: files, other options. Tests of the modules hold them. */
    private static final Set<String> ELSEWHERE = Set.of(
            "letters, digits, dots, hyphens and underscores",
            "once, and not together with processorFactory",
            "once, and not together with processor",
            "a bound socket",
            "one of the transport",
            "no TransportFilter",
            "without selector threads of its own",
            "a time as above",
            "readable PEM files",
            "a PEM file",
            "a PKCS12 or JKS file",
            "not together with certificates or trust",
            "at least one",
            "each name once",
            "names of mechanisms",
            "a generated Iface, AsyncIface or FutureIface, or a class that implements one",
            "name not blank, without a colon",
            "names that are not blank",
            "the name of a bound strategy",
            "the name of a strategy of the library",
            "the same as outputProtocolFactory",
            "the same as inputProtocolFactory",
            "that or TFastFramedTransport.Factory",
            "messages unchanged, or as frames");

    private final OptionRow row;
    private final Method method;

    BoundsCheck(OptionRow row, Method method) {
        this.row = row;
        this.method = method;
    }

    void check() {
        String bounds = row.bounds();
        Matcher range = RANGE.matcher(bounds);
        Matcher least = AT_LEAST.matcher(bounds);
        if (row.option().equals("reconnectBackoff")) {
            range.matches();
            pauses((Duration) quantity(range.group(1)), (Duration) quantity(range.group(2)));
        } else if (range.matches()) {
            from(quantity(range.group(1)));
            upTo(quantity(range.group(2)));
        } else if (least.matches() && Quantity.of(least.group(1)).isPresent()) {
            from(quantity(least.group(1)));
        } else if (isEnum()) {
            constants(bounds);
        } else if (bounds.startsWith("not blank")) {
            refused(" ");
            if (bounds.contains("without a colon")) {
                refused("a:b");
            }
        } else if (bounds.startsWith("any without a scheme of its own")) {
            refused(new TTupleProtocol.Factory());
        } else if (bounds.equals("has a certificate")) {
            refused(TlsConfig.builder().build());
        } else if (bounds.equals("any") || bounds.isEmpty()) {
            refusesNull();
        } else {
            assertTrue(ELSEWHERE.contains(bounds), row.signature() + ": say in BoundsCheck how to try: " + bounds);
        }
    }

    private Comparable<?> quantity(String words) {
        Optional<Comparable<?>> quantity = Quantity.of(words);
        assertTrue(quantity.isPresent(), row.signature() + ": no bound: " + words);
        return quantity.get();
    }

    private void from(Comparable<?> least) {
        accepted(least);
        refused(Quantity.below(least));
    }

    private void upTo(Comparable<?> most) {
        accepted(most);
        refused(Quantity.above(most));
    }

    private void pauses(Duration least, Duration most) {
        accepted(least, most);
        refused(least.minusNanos(1), most);
        refused(least, most.plusNanos(1));
        refused(most, least);
    }

    private boolean isEnum() {
        return method.getParameterCount() > 0
                && method.getParameterTypes()[0].isEnum()
                && !row.bounds().equals("any");
    }

    /** Each constant is named and accepted, or refused. */
    private void constants(String bounds) {
        List<String> accepted = List.of(bounds.split(", "));
        List<Object> known = List.of((Object[]) method.getParameterTypes()[0].getEnumConstants());
        List<String> names = known.stream().map(Object::toString).toList();
        assertTrue(names.containsAll(accepted), row.signature() + ": there are " + names);
        if (method.getParameterCount() > 1) {
            assertEquals(accepted, names, row.signature());
            return;
        }
        for (Object constant : known) {
            if (accepted.contains(constant.toString())) {
                accepted(constant);
            } else {
                refused(constant);
            }
        }
    }

    /** libthrift's own options take null. */
    private void refusesNull() {
        Class<?>[] types = method.getParameterTypes();
        if (types.length == 1 && !types[0].isPrimitive() && !row.builder().startsWith("TGrizzly")) {
            assertEquals(thrown(new Object[] {null}).getClass(), NullPointerException.class, row.signature());
        }
    }

    private void accepted(Object... values) {
        try {
            call(values);
        } catch (InvocationTargetException refused) {
            fail(row.signature() + " refused " + Arrays.toString(values), refused.getCause());
        } catch (ReflectiveOperationException bad) {
            throw new LinkageError(row.signature(), bad);
        }
    }

    private void refused(Object... values) {
        Throwable thrown = thrown(values);
        assertEquals(
                thrown.getClass(), IllegalArgumentException.class, row.signature() + " of " + Arrays.toString(values));
    }

    private Throwable thrown(Object... values) {
        return expectThrows(
                        row.signature() + " accepted " + Arrays.toString(values),
                        InvocationTargetException.class,
                        () -> call(values))
                .getCause();
    }

    /** Values for those parameters that take them, and something for the others. */
    private void call(Object... values) throws ReflectiveOperationException {
        Object builder = Builders.make(row.builder());
        Class<?>[] types = method.getParameterTypes();
        Object[] arguments = new Object[types.length];
        int next = 0;
        for (int at = 0; at < types.length; at++) {
            boolean takes = next < values.length && (values[next] == null || fits(types[at], values[next]));
            arguments[at] = takes ? converted(types[at], values[next++]) : something(types[at]);
        }
        assertEquals(next, values.length, row.signature() + " does not take " + Arrays.toString(values));
        method.setAccessible(true);
        method.invoke(builder, arguments);
        if (row.builder().startsWith("TGrizzly")) {
            builder.getClass().getMethod("validate").invoke(builder);
        }
    }

    private static boolean fits(Class<?> type, Object value) {
        return value instanceof Long ? type == int.class || type == long.class : type.isInstance(value);
    }

    private static Object converted(Class<?> type, Object value) {
        return type == int.class ? (Object) Math.toIntExact((Long) value) : value;
    }

    private static Object something(Class<?> type) {
        if (type == String.class) {
            return "localhost";
        }
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, called, arguments) -> null);
    }
}
