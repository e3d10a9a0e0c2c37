/**
 * A calculator that knows its callers: Kerberos proves who calls, TLS protects the connections, and a file says who may
 * call what. With a realm of its own, so that it runs on any machine.
 *
 * <pre>
 *   Secured              main: starts all this, calls as several callers, changes the rules
 *     |-- KerberosRealm        a key distribution center in this JVM, and a keytab for each member
 *     |-- DemoCertificate      a certificate for this machine
 *     |-- SecuredServer        TLS -&gt; SASL -&gt; AccessRules -&gt; AuditedCalculator, which logs the caller
 *     '-- SecuredClient        one for each caller
 * </pre>
 */
package io.grizzlythrift.samples.secured;
