// A simulator that hangs: it stays, listens to nobody and says nothing.
setInterval(() => undefined, 60_000)
