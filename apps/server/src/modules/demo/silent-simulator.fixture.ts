// A simulator that hangs: it keeps running without any input or output.
setInterval(() => undefined, 60_000)
