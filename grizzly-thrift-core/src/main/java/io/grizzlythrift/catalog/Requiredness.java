package io.grizzlythrift.catalog;

/** Whether a field must be set. */
public enum Requiredness {
    /** The field must be set. */
    REQUIRED,
    /** The field may be absent. */
    OPTIONAL,
    /** The IDL says neither: writers usually write the field, readers accept messages without it. */
    DEFAULT
}
