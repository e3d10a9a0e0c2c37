package io.grizzlythrift.internal.connection;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.attributes.AttributeBuilder;
import org.glassfish.grizzly.attributes.AttributeHolder;
import org.glassfish.grizzly.attributes.IndexedAttributeAccessor;

/**
 * The attributes of one connection. The two that every read looks up are fields; all others are in a holder of
 * Grizzly, which is created when the first of them is set.
 *
 * <p>Grizzly's holder consists of six objects, each in its own cache line, and both lookups of a read go through five
 * of them. With thousands of connections, none of these is in a near cache.
 *
 * <p>Thread-safe: each field is volatile, and is initialized under the monitor of this object.
 */
@SuppressWarnings("rawtypes") // as declared by Grizzly
public final class ConnectionAttributes implements AttributeHolder, IndexedAttributeAccessor {
    private final Builder builder;
    private volatile Object first;
    private volatile Object second;

    /** All other attributes; null until one is set. */
    private volatile AttributeHolder others;

    private ConnectionAttributes(Builder builder) {
        this.builder = builder;
    }

    /**
     * Returns the builder to set on a transport. Attributes keep their identity: they are those of Grizzly's default
     * builder.
     *
     * @param first the name of an attribute that has no default value
     * @param second the name of another such attribute
     */
    public static AttributeBuilder builder(String first, String second) {
        return new Builder(first, second);
    }

    @Override
    public Object getAttribute(int index) {
        return getAttribute(index, null);
    }

    @Override
    public Object getAttribute(int index, Supplier initializer) {
        if (index == builder.first) {
            return first;
        }
        if (index == builder.second) {
            return second;
        }
        if (initializer != null) {
            return others().getIndexedAttributeAccessor().getAttribute(index, initializer);
        }
        AttributeHolder known = others;
        return known == null ? null : known.getIndexedAttributeAccessor().getAttribute(index);
    }

    @Override
    public void setAttribute(int index, Object value) {
        if (index == builder.first) {
            first = value;
        } else if (index == builder.second) {
            second = value;
        } else {
            others().getIndexedAttributeAccessor().setAttribute(index, value);
        }
    }

    @Override
    public synchronized Object removeAttribute(int index) {
        Object removed = getAttribute(index);
        if (removed != null) {
            setAttribute(index, null);
        }
        return removed;
    }

    @Override
    public void setAttribute(String name, Object value) {
        if (builder.isField(name)) {
            setAttribute(Builder.index(name), value);
        } else {
            others().setAttribute(name, value);
        }
    }

    @Override
    public Object getAttribute(String name) {
        return getAttribute(name, null);
    }

    @Override
    public Object getAttribute(String name, Supplier initializer) {
        if (builder.isField(name)) {
            return getAttribute(Builder.index(name), initializer);
        }
        AttributeHolder known = initializer == null ? others : others();
        return known == null ? null : known.getAttribute(name, initializer);
    }

    @Override
    public Object removeAttribute(String name) {
        if (builder.isField(name)) {
            return removeAttribute(Builder.index(name));
        }
        AttributeHolder known = others;
        return known == null ? null : known.removeAttribute(name);
    }

    @Override
    public Set<String> getAttributeNames() {
        AttributeHolder known = others;
        Set<String> names = new HashSet<>(known == null ? Set.of() : known.getAttributeNames());
        if (first != null) {
            names.add(builder.firstName);
        }
        if (second != null) {
            names.add(builder.secondName);
        }
        return names;
    }

    @Override
    public synchronized void clear() {
        first = null;
        second = null;
        others = null;
    }

    @Override
    public void recycle() {
        clear();
    }

    @Override
    public AttributeBuilder getAttributeBuilder() {
        return builder;
    }

    @Override
    public IndexedAttributeAccessor getIndexedAttributeAccessor() {
        return this;
    }

    @Override
    public void copyTo(AttributeHolder target) {
        target.clear();
        getAttributeNames().forEach(name -> target.setAttribute(name, getAttribute(name)));
    }

    @Override
    public void copyFrom(AttributeHolder source) {
        clear();
        source.getAttributeNames().forEach(name -> setAttribute(name, source.getAttribute(name)));
    }

    private AttributeHolder others() {
        AttributeHolder known = others;
        return known == null ? makeOthers() : known;
    }

    private synchronized AttributeHolder makeOthers() {
        if (others == null) {
            others = Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createSafeAttributeHolder();
        }
        return others;
    }

    /** Creates the holders of connections. Knows which attributes are fields. */
    private static final class Builder implements AttributeBuilder {
        private final String firstName;
        private final String secondName;
        private final int first;
        private final int second;

        Builder(String firstName, String secondName) {
            this.firstName = firstName;
            this.secondName = secondName;
            first = index(firstName);
            second = index(secondName);
        }

        boolean isField(String name) {
            return name.equals(firstName) || name.equals(secondName);
        }

        /** Returns the index of the attribute with a name. Creates the attribute if there is none. */
        static int index(String name) {
            return Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(name).index();
        }

        @Override
        public <T> Attribute<T> createAttribute(String name) {
            return Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(name);
        }

        @Override
        public <T> Attribute<T> createAttribute(String name, T defaultValue) {
            return Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(name, defaultValue);
        }

        @Override
        public <T> Attribute<T> createAttribute(String name, Supplier<T> initializer) {
            return Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(name, initializer);
        }

        @Override
        public AttributeHolder createSafeAttributeHolder() {
            return new ConnectionAttributes(this);
        }

        @Override
        public AttributeHolder createUnsafeAttributeHolder() {
            return Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createUnsafeAttributeHolder();
        }
    }
}
