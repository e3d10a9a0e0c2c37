package com.example.hello;

import com.example.hello.gen.Hello;
import io.grizzlythrift.spring.ImportThriftClients;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
@ImportThriftClients(client = "hello", types = Hello.Iface.class)
public class HelloApplication {
    public static void main(String[] args) {
        SpringApplication.run(HelloApplication.class, args);
    }
}
