const NAME = 'winnow-login'

/** Tells the console's other windows that somebody has logged in here. */
export function tellLoggedIn(): void {
  const wire = new BroadcastChannel(NAME)
  wire.postMessage('logged-in')
  wire.close()
}

/** Subscribes to logins in other windows. */
export function onLoggedIn(hear: () => void): () => void {
  const wire = new BroadcastChannel(NAME)
  wire.addEventListener('message', hear)
  return () => wire.close()
}
