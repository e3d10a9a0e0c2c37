package com.example.hello

import com.example.hello.gen.Hello
import java.util.concurrent.CompletableFuture
import kotlin.time.Duration.Companion.milliseconds
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.future.future

/** Serves calls by coroutines. A call that waits holds no thread. */
class PoliteHello(private val scope: CoroutineScope) : Hello.FutureIface {
    override fun hello(name: String): CompletableFuture<String> = scope.future {
        delay(10.milliseconds) // suspends, as a call of another service does
        "How do you do, $name"
    }
}
