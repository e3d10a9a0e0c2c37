package io.grizzlythrift.samples.jersey;

import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.samples.calculator.gen.SharedStruct;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.apache.thrift.TException;

/** The calculator as REST. */
@Path("calculator")
@Produces(MediaType.TEXT_PLAIN)
public class CalculatorResource {
    private final Calculator.Iface calculator;

    /**
     * Called by Jersey for each request.
     *
     * @param calculator the handler, which also serves Thrift
     */
    @Inject
    public CalculatorResource(Calculator.Iface calculator) {
        this.calculator = calculator;
    }

    @GET
    @Path("sum/{a}/{b}")
    public int sum(@PathParam("a") int a, @PathParam("b") int b) throws TException {
        return calculator.add(a, b);
    }

    @GET
    @Path("log/{id}")
    public String logged(@PathParam("id") int id) throws TException {
        SharedStruct entry = calculator.getStruct(id);
        if (!entry.isSetValue()) {
            throw new NotFoundException("nothing was logged under " + id);
        }
        return entry.getValue();
    }
}
