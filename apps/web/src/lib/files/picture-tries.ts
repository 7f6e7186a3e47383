/** How often each picture was requested again on this page. */
const tries = new Map<string, number>()

/** The current address of a picture. It changes with each retry, since the browser would return a cached failure. */
export function addressOfPicture(url: string): string {
  const count = tries.get(url) ?? 0
  return count === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}retry=${count}`
}

const FIRST_PAUSE_MS = 2000
/** The number of automatic retries. They follow after 2, 4, 8, 16 and 32 seconds: a restarted server is back by then. */
const TRIES_BY_ITSELF = 5

/** The pause, in milliseconds, before a failed picture is requested again automatically; undefined after the last attempt. */
export function pauseBeforeTry(url: string): number | undefined {
  const count = tries.get(url) ?? 0
  return count < TRIES_BY_ITSELF ? FIRST_PAUSE_MS * 2 ** count : undefined
}

/** Requests a failed picture again. */
export function retryPicture(url: string): void {
  tries.set(url, (tries.get(url) ?? 0) + 1)
}
