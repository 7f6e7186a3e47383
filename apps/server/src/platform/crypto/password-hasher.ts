import * as argon2 from '@node-rs/argon2'
import { createGate } from './gate.ts'

/**
 * argon2id (the library's default kind), 64 MiB, 2 passes, 1 lane: above the first choice of OWASP's password storage sheet (46 MiB, 1
 * pass) and about 75 ms of one core of a small server.
 */
const PARAMETERS = { memoryCost: 65_536, timeCost: 2, parallelism: 1 }

/** The number of hashes that may wait. Further logins are refused, so that a flood does not fill the memory. */
const MAX_WAITING = 200

/** The library's two slow functions. */
export type Argon2 = Pick<typeof argon2, 'hash' | 'verify'>

/** Hashes and checks passwords, a few at a time. */
export interface PasswordHasher {
  /** Returns the PHC string to store. Throws `BusyError` when too many calls already wait. */
  hash(password: string): Promise<string>
  /**
   * Whether the password matches. Without a stored hash (no such user) the check takes equally long and returns false, so that the time
   * does not reveal which users exist. Throws when the stored text is no argon2 hash.
   */
  verify(stored: string | undefined, password: string): Promise<boolean>
  /** Whether a stored hash has weaker parameters than the current ones and should be replaced at the next login. */
  isOutdated(stored: string): boolean
}

/**
 * @param options.parallel how many hashes may run at once. Each takes 64 MiB and a thread of libuv's pool. File syncs use the same pool of
 * four threads: two hashes leave two threads to the intake.
 * @param options.argon2 the library's functions; tests count their calls
 */
export function createPasswordHasher(options: { parallel?: number; argon2?: Argon2 } = {}): PasswordHasher {
  const { hash, verify } = options.argon2 ?? argon2
  const gate = createGate({ parallel: options.parallel ?? 2, waiting: MAX_WAITING })
  // Made at start, so that the first unknown user does not wait longer than the second.
  const decoy = gate.run(() => hash('nobody has this password', PARAMETERS))
  return {
    hash: (password) => gate.run(() => hash(password, PARAMETERS)),
    async verify(stored, password) {
      if (stored !== undefined) return gate.run(() => verify(stored, password))
      const decoyHash = await decoy
      await gate.run(() => verify(decoyHash, password))
      return false
    },
    isOutdated(stored) {
      const used = argon2.parseOptions(stored)
      return (
        !stored.startsWith('$argon2id$') ||
        used.memoryCost < PARAMETERS.memoryCost ||
        used.timeCost < PARAMETERS.timeCost
      )
    },
  }
}
