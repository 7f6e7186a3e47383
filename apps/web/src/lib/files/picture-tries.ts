/** How often each picture was asked for anew on this page. */
const tries = new Map<string, number>()

/** The address at which a picture is asked for just now: the browser would hand out the failure it remembers of an earlier one. */
export function addressOfPicture(url: string): string {
  const count = tries.get(url) ?? 0
  return count === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}retry=${count}`
}

/** Has a picture that did not come asked for anew. */
export function retryPicture(url: string): void {
  tries.set(url, (tries.get(url) ?? 0) + 1)
}
