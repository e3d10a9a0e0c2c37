package io.grizzlythrift.spring.internal.config;

import java.util.Map;
import java.util.Optional;

/** Coordinates of the optional dependencies, by what the names of their classes start with. */
final class OptionalJar {
    private static final Map<String, String> BY_PACKAGE = Map.of(
            "com/github/luben/zstd", "com.github.luben:zstd-jni",
            "org/apache/curator", "org.apache.curator:curator-x-discovery",
            "org/apache/zookeeper", "org.apache.curator:curator-x-discovery",
            "org/xbill/DNS", "dnsjava:dnsjava",
            "com/fasterxml/jackson", "com.fasterxml.jackson.core:jackson-databind",
            "io/opentelemetry", "io.opentelemetry:opentelemetry-api",
            "io/micrometer", "io.micrometer:micrometer-core",
            "org/springframework/security", "org.springframework.security:spring-security-core");

    private OptionalJar() {}

    static Optional<String> of(String className) {
        return BY_PACKAGE.entrySet().stream()
                .filter(each -> className.startsWith(each.getKey()))
                .map(Map.Entry::getValue)
                .findAny();
    }
}
