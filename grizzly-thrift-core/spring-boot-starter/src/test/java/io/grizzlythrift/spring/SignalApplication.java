package io.grizzlythrift.spring;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

/** A process with nothing but the defaults of Spring Boot. Prints its port. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class SignalApplication {
    public static void main(String[] args) {
        SpringApplication.run(SignalApplication.class, args);
    }

    /** Takes longer than the default grace of the server without Spring. */
    @Bean
    @ThriftService
    Slow slow() {
        return new Slow();
    }

    @EventListener
    void started(ThriftServerStartedEvent event) {
        System.out.println("port " + event.server().port());
    }

    static final class Slow extends BaseHandler {
        @Override
        public String whoami(String greeting) {
            try {
                Thread.sleep(Long.parseLong(greeting));
                return greeting;
            } catch (InterruptedException e) {
                return "interrupted";
            }
        }
    }
}
