package io.grizzlythrift.catalog.idl;

/** A place in a file. */
record Position(String file, int line, int column) {
    IdlException error(String problem) {
        return new IdlException(file, line, column, problem);
    }
}
