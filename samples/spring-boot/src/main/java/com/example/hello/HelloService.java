package com.example.hello;

import com.example.hello.gen.Hello;
import com.example.hello.gen.NoName;
import io.grizzlythrift.spring.ThriftService;

@ThriftService
class HelloService implements Hello.Iface {
    @Override
    public String hello(String name) throws NoName {
        if (name.isBlank()) {
            throw new NoName("who are you?");
        }
        return "Hello, " + name;
    }
}
