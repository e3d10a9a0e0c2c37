package io.grizzlythrift.catalog.idl;

import java.util.Objects;

/** Thrown if a {@code .thrift} file is wrong. The message begins with the file, the line and the column. */
public final class IdlException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String file;
    private final int line;
    private final int column;

    /**
     * Creates an exception for a place in a file.
     *
     * @param file the name of the file
     * @param line from 1; 0 if the file as a whole is wrong
     * @param column from 1; 0 if the file as a whole is wrong
     * @param problem what is wrong there
     */
    public IdlException(String file, int line, int column, String problem) {
        super((line == 0 ? file : file + ":" + line + ":" + column) + ": " + problem);
        this.file = Objects.requireNonNull(file, "file");
        this.line = line;
        this.column = column;
    }

    /** {@return the name of the file} */
    public String file() {
        return file;
    }

    /** {@return the line, from 1; 0 if the file as a whole is wrong} */
    public int line() {
        return line;
    }

    /** {@return the column, from 1; 0 if the file as a whole is wrong} */
    public int column() {
        return column;
    }
}
