const LEAST_MS = 1_000
const MOST_MS = 60_000
/** Devices lock a user after a few wrong passwords, often for half an hour. A corrected password is tried at once. */
const AFTER_LOGIN_MS = 15 * 60_000

/**
 * Milliseconds to wait before the next try to connect. They double with each try in vain, up to a minute; half of them is drawn, so that
 * the cameras of a site that was without power do not all come back at once.
 * @param tries how often the connection was tried in vain, from 1
 * @param random a number from 0 up to 1
 */
export function backOffMs(tries: number, random: number, { refusesLogin = false } = {}): number {
  const most = refusesLogin ? AFTER_LOGIN_MS : Math.min(MOST_MS, LEAST_MS * 2 ** Math.min(tries - 1, 30))
  return Math.round(most / 2 + (most / 2) * random)
}
