package io.grizzlythrift.bench.load;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** All clients of the comparison, by the name that the command line uses. */
public final class LoadClients {
    private static final Map<String, Function<LoadPlan, LoadClient>> BY_NAME = new LinkedHashMap<>();

    static {
        BY_NAME.put("raw", RawClient::new);
    }

    private LoadClients() {}

    /**
     * The names, in the order of the documentation.
     *
     * @return an unmodifiable view
     */
    public static Set<String> names() {
        return Collections.unmodifiableSet(BY_NAME.keySet());
    }

    /**
     * Makes a client without starting it.
     *
     * @param name one of {@link #names()}
     * @param plan what it shall do
     * @return the client
     * @throws IllegalArgumentException if there is no such client
     */
    public static LoadClient create(String name, LoadPlan plan) {
        Function<LoadPlan, LoadClient> factory = BY_NAME.get(name);
        if (factory == null) {
            throw new IllegalArgumentException(
                    "no client '" + name + "': there are " + String.join(", ", BY_NAME.keySet()));
        }
        return factory.apply(plan);
    }
}
