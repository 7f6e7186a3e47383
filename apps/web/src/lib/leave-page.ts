/** The ways out of the console. In an object, so that tests, which cannot follow them, put their own in their place. */
export const exits = {
  leave: (url: string): void => location.assign(url),
  passOn: (url: string): void => location.replace(url),
}

/** Leaves the console for another address: a single sign-on, an app. */
export const leavePage = (url: string): void => exits.leave(url)

/** Leaves for another address in the place of this page, whose only use is to lead there: the way back must not lead out again. */
export const passOn = (url: string): void => exits.passOn(url)
