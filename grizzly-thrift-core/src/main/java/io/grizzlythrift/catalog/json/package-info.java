/**
 * JSON of Thrift values, by the names of their fields, without generated code. Needs jackson-core.
 *
 * <pre>
 *   bytes of JSON --> JsonSource --+                        +--> TProtocol
 *                                  +--> ValueCodec, a tree -+
 *   TProtocol ---------------------+    made of a catalog   +--> JsonTarget --> bytes of JSON
 * </pre>
 *
 * Values are streamed: no tree of a document is built. Thrift writes the size of a container before its elements, so JSON
 * is read twice, the first time to count them.
 */
@NullMarked
package io.grizzlythrift.catalog.json;

import org.jspecify.annotations.NullMarked;
