package io.grizzlythrift.samples.guide;

import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.catalog.idl.ThriftIdl;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.generic.DeclaredException;
import io.grizzlythrift.client.generic.GenericClient;
import java.nio.file.Path;
import java.util.Map;
import org.apache.thrift.TException;

/** Calls without generated code; it needs jackson-core. */
public final class GenericCalls {
    private GenericCalls() {}

    // @start region=calls
    static String calculate(ThriftClient client, Path idl) throws TException {
        ServiceCatalog catalog = ThriftIdl.read(idl);
        GenericClient calls = client.generic(catalog);
        Object sum = calls.call("Calculator.add", Map.of("num1", 1, "num2", 2)).orElseThrow();
        try {
            return calls.call("Calculator.calculate", """
                    {"logid": %s, "w": {"num1": 7, "num2": 0, "op": "DIVIDE"}}""".formatted(sum));
        } catch (DeclaredException e) {
            return e.name() + " " + e.json(); // InvalidOperation {"whatOp":4,"why":"/ by zero"}
        }
    }
    // @end region=calls
}
