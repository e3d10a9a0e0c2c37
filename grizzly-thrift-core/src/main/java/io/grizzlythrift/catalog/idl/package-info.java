/**
 * Reads {@code .thrift} files into a {@link io.grizzlythrift.catalog.ServiceCatalog}.
 *
 * <pre>
 *   ThriftIdl --> SourceFiles: a file and those that it includes
 *                    v
 *                 Lexer --> Parser --> IdlFile: names as they are written
 *                                         v
 *                 Linker: Types, Constants --> ServiceCatalog
 * </pre>
 */
@NullMarked
package io.grizzlythrift.catalog.idl;

import org.jspecify.annotations.NullMarked;
