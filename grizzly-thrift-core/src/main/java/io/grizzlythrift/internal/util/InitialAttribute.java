package io.grizzlythrift.internal.util;

import java.util.function.Supplier;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.attributes.Attribute;

/**
 * Attributes of connections that have an initial value. Grizzly's own way, to create the attribute with its initializer,
 * is only for programs that never unload: Grizzly keeps the initializer in a static map, under the name of the attribute. If
 * applications of a container share Grizzly, the first one would never be unloaded, and the second one would get the values
 * of the first one's classes.
 */
public final class InitialAttribute {
    private InitialAttribute() {}

    /** Returns the value of an attribute, which is set first if it is not set. Atomic, as in Grizzly. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // as declared by Grizzly
    public static <T> T get(Connection<?> connection, Attribute<T> attribute, Supplier<? extends T> initial) {
        return (T) connection.getAttributes().getIndexedAttributeAccessor().getAttribute(attribute.index(), (Supplier)
                initial);
    }
}
