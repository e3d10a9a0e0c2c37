/**
 * A service of the user's own, out of jars.
 *
 * <pre>
 *   --service-jar PATH --&gt; {@code ServiceClassPath}: names of classes, and the classes
 *   --service CLASS   --&gt;       |
 *   --handler CLASS   --&gt;       v
 *                         {@link io.grizzlythrift.bench.service.jar.JarService}: the generated processor with a new handler
 * </pre>
 */
package io.grizzlythrift.bench.service.jar;
