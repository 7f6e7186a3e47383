/** Navigation away from the console. An object, so that tests can replace its functions: jsdom cannot navigate. */
export const exits = {
  leave: (url: string): void => location.assign(url),
  redirectTo: (url: string): void => location.replace(url),
}

/** Leaves the console for another address: a single sign-on, an app. */
export const leavePage = (url: string): void => exits.leave(url)

/** Redirects to another address and replaces this page in the history, so that Back does not redirect again. */
export const redirectTo = (url: string): void => exits.redirectTo(url)
