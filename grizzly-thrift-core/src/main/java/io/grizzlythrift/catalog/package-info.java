/**
 * Describes Thrift services and their types, without generated code.
 *
 * <pre>
 *   generated classes, an IDL file, or a server's reflection
 *        v
 *   ServiceCatalog
 *     |-- ServiceDescription --> MethodDescription: arguments, result, declared exceptions
 *     |-- StructDescription  --> FieldDescription --> TypeDescription
 *     +-- EnumDescription                               refers to structs and enums by name
 * </pre>
 *
 * A catalog has names and values of the JDK only, so it keeps no class and no class loader.
 */
@NullMarked
package io.grizzlythrift.catalog;

import org.jspecify.annotations.NullMarked;
