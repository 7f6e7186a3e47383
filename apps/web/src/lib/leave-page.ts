/** The way out of the console. In an object, so that tests, which cannot follow it, put their own in its place. */
export const exits = {
  leave: (url: string): void => location.assign(url),
}

/** Leaves the console for another address: a single sign-on, an app. */
export const leavePage = (url: string): void => exits.leave(url)
