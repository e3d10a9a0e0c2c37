package io.grizzlythrift.samples.springboot;

import io.grizzlythrift.samples.calculator.CalculatorHandler;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;

/** A Spring Boot application without a web server. Thrift clients call its beans. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class CalculatorApplication {
    public static void main(String[] args) {
        SpringApplication.run(CalculatorApplication.class, args);
    }

    @Bean
    Calculator.Iface calculator() {
        return new CalculatorHandler();
    }
}
