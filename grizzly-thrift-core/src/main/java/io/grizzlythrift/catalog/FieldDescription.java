package io.grizzlythrift.catalog;

import java.util.Optional;

/**
 * A field of a struct, an argument of a method, or an exception that a method declares. Immutable.
 *
 * @param id its number in messages
 * @param name its name in the IDL
 * @param type its type
 * @param requiredness whether it must be set
 * @param defaultValue the value of the IDL if the field is not set: a {@code Boolean}, {@code Byte}, {@code Short}, {@code
 *     Integer}, {@code Long}, {@code Double}, {@code String} or {@code UUID}; a {@code ByteBuffer} for binary, a {@code
 *     String} for an enum, a {@code List} for a list or set, a {@code Map}, and for a struct a {@code Map} from names of
 *     fields to values
 * @param doc its documentation; empty if there is none
 */
public record FieldDescription(
        short id,
        String name,
        TypeDescription type,
        Requiredness requiredness,
        Optional<Object> defaultValue,
        String doc) {}
