package com.example.hello

import com.example.hello.gen.Hello
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.future.await

/** Greets several people at once. A coroutine that waits for its reply holds no thread. */
class Greetings(private val hello: Hello.FutureIface) {
    /** Fails with the first call that fails, and cancels the others. */
    suspend fun greet(names: List<String>): List<String> = coroutineScope {
        names.map { name -> async { hello.hello(name).await() } }.awaitAll()
    }
}
