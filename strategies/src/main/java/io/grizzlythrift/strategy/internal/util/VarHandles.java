package io.grizzlythrift.strategy.internal.util;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.VarHandle;

/**
 * Finds the {@link VarHandle} of a field that several threads update. Keep it in a {@code static final} field: only then
 * does an access cost no more than that of a plain field.
 */
public final class VarHandles {
    private VarHandles() {}

    /**
     * Finds the handle of an instance field.
     *
     * @param caller the lookup of the calling class, from {@link MethodHandles#lookup()}
     * @param owner the class that declares the field; its package must be open to the caller's module
     * @param field the name of the field
     * @param type the declared type of the field
     * @return its handle
     * @throws ExceptionInInitializerError if the class declares no such field, or the caller may not access it
     */
    public static VarHandle of(Lookup caller, Class<?> owner, String field, Class<?> type) {
        try {
            return MethodHandles.privateLookupIn(owner, caller).findVarHandle(owner, field, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
