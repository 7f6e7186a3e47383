/** Leaves the console for another address: a single sign-on, an app. A function of its own, since no test can follow it. */
export function leavePage(url: string): void {
  location.assign(url)
}
