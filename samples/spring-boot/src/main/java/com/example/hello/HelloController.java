package com.example.hello;

import com.example.hello.gen.Hello;
import org.apache.thrift.TException;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Lazy;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class HelloController {
    private final Hello.Iface hello;

    HelloController(@Lazy @Qualifier("hello") Hello.Iface hello) {
        this.hello = hello;
    }

    @GetMapping("/hello")
    String hello(@RequestParam String name) throws TException {
        return hello.hello(name);
    }
}
