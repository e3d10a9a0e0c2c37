/**
 * The calculator as a web application. Its Thrift port opens when the application is deployed, and drains when it is
 * undeployed.
 *
 * <pre>
 *   deploy    -&gt; contextInitialized -&gt; ThriftServer.start()   listens, or the deployment fails
 *   undeploy  -&gt; contextDestroyed   -&gt; ThriftServer.close()   completes the calls in flight, ends all threads
 * </pre>
 */
package io.grizzlythrift.samples.war;
