/**
 * Loads the user's own service from jars.
 *
 * <pre>
 *   --service-jar PATH --&gt; {@code ServiceClassPath}: finds and loads classes
 *   --service CLASS   --&gt;       |
 *   --handler CLASS   --&gt;       v
 *                         {@link io.grizzlythrift.bench.service.jar.JarService}: the generated processor with a new handler
 * </pre>
 */
package io.grizzlythrift.bench.service.jar;
