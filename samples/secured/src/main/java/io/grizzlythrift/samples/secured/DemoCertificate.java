package io.grizzlythrift.samples.secured;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A certificate for this machine that nobody has signed, made by the JDK's {@code keytool}. For the demonstration only.
 *
 * @param keyStore the file with the certificate and its key
 * @param certificate the file with the certificate alone, for clients
 */
record DemoCertificate(Path keyStore, Path certificate) {
    /** Protects nothing: the key store is in a folder of the demonstration. */
    private static final String PASSWORD = "changeit";

    static char[] password() {
        return PASSWORD.toCharArray();
    }

    static DemoCertificate create(Path folder) throws IOException, InterruptedException {
        DemoCertificate created = new DemoCertificate(folder.resolve("server.p12"), folder.resolve("server.pem"));
        Files.deleteIfExists(created.keyStore);
        created.keytool("-genkeypair", "-keyalg", "EC", "-dname", "CN=localhost", "-ext", "san=dns:localhost");
        created.keytool("-exportcert", "-rfc", "-file", created.certificate.toString());
        return created;
    }

    private void keytool(String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(options));
        command.addAll(List.of(
                "-alias", "server", "-keystore", keyStore.toString(), "-storetype", "PKCS12", "-storepass", PASSWORD));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("keytool failed: " + output);
        }
    }
}
