package io.grizzlythrift.samples.springboot;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** The properties {@code thrift.*}. */
@ConfigurationProperties("thrift")
record ThriftProperties(
        @DefaultValue("127.0.0.1") String host,
        @DefaultValue("9090") int port,
        @DefaultValue("16") int threads,
        @DefaultValue("20s") Duration shutdownGrace) {}
