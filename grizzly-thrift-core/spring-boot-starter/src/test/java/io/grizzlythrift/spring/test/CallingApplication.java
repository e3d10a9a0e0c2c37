package io.grizzlythrift.spring.test;

import io.grizzlythrift.spring.BaseHandler;
import io.grizzlythrift.spring.ImportThriftClients;
import io.grizzlythrift.spring.ThriftService;
import io.grizzlythrift.spring.gen.Base;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Serves one service, and calls two servers and itself. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@ImportThriftClients(client = "first", types = Base.Iface.class)
@ImportThriftClients(client = "second", types = Base.Iface.class, service = "two")
@ImportThriftClients(client = "own", types = Base.FutureIface.class)
class CallingApplication {
    @Bean
    @ThriftService
    Base.Iface served() {
        return new BaseHandler();
    }
}
