import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import { hashDevicePassword, isDeviceHash, verifyDevicePassword } from '../../platform/crypto/device-password.ts'
import { BusyError, createGate } from '../../platform/crypto/gate.ts'
import { createPasswordHasher, type PasswordHasher } from '../../platform/crypto/password-hasher.ts'
import { inSystem, inSystemAtOnce, type Db } from '../../platform/db/transaction.ts'
import { createAddressLimiter } from '../../platform/http/rate-limit.ts'

/** A site that its cameras logged in as. */
export interface SiteUser {
  siteId: string
  companyId: string
}

type SiteLogin = { ok: true; user: SiteUser } | { ok: false; code: 535 | 454 }

export interface SiteLoginDeps {
  db: Db
  often: Db
  clock: Clock
  /** Checks the argon2 hashes of earlier releases; tests hand in their own. */
  earlierHasher?: PasswordHasher | undefined
}

/** Wrong passwords per address and minute. After that a wrong one is put off (454). Right ones are free: many sites share an address. */
const WRONG_ALLOWED = 20
/** Logins that wait to be looked at: as many as there may be connections. */
const MAX_WAITING = 2000

const refused = { ok: false, code: 535 } as const
const putOff = { ok: false, code: 454 } as const

/**
 * Logs cameras in by the name and password of their site.
 *
 * Passwords are made by the product and hashed fast, so a right one gets in whatever its address did before. Earlier releases stored argon2
 * hashes. These are checked one at a time, apart from the console's logins, and stored anew when they were right. While one is left, every
 * refusal costs one argon2 hash, so that the time does not tell which names exist; the address's wrong passwords are counted before it.
 */
export function createSiteLogin(deps: SiteLoginDeps) {
  const wrong = createAddressLimiter({ limit: WRONG_ALLOWED, windowMs: 60_000 })
  const slow = createGate({ parallel: 1, waiting: MAX_WAITING })
  // An address that guessed too often is looked at one login at a time, so that its flood leaves the database to the others.
  const suspects = createGate({ parallel: 1, waiting: MAX_WAITING })
  let madeHasher: PasswordHasher | undefined
  const earlierHasher = () => (madeHasher ??= deps.earlierHasher ?? createPasswordHasher({ parallel: 1 }))
  let earlierLeft = true

  async function findSite(name: string) {
    const [site] = await inSystemAtOnce(
      deps.often,
      deps.often
        .selectFrom('site')
        .select(['id', 'company_id', 'smtp_password_hash'])
        .where('smtp_user', '=', name)
        .where('deleted_at', 'is', null)
        .compile(),
    )
    return site
  }

  /** Whether a site still has a hash of an earlier release. New ones are never made, so a no stays one. */
  async function isEarlierLeft(): Promise<boolean> {
    if (!earlierLeft) return false
    const rows = await inSystem(deps.db, (tx) =>
      tx
        .selectFrom('site')
        .select('id')
        .where('deleted_at', 'is', null)
        .where(sql<boolean>`smtp_password_hash not like '$sha256$%'`)
        .limit(1)
        .execute(),
    )
    earlierLeft = rows.length > 0
    return earlierLeft
  }

  const storeAnew = (id: string, stored: string, password: string) =>
    inSystem(deps.db, (tx) =>
      tx
        .updateTable('site')
        .set({ smtp_password_hash: hashDevicePassword(password) })
        .where('id', '=', id)
        // A password that was changed meanwhile stays changed.
        .where('smtp_password_hash', '=', stored)
        .execute(),
    )

  /** In its turn: the gate lets one through at a time, so no address gets more hashes than it may. */
  async function checkEarlier(name: string, password: string, address: string): Promise<SiteLogin> {
    // Another connection of the site may have stored it anew while this one waited.
    const site = await findSite(name)
    const stored = site?.smtp_password_hash ?? undefined
    const user = site && { siteId: site.id, companyId: site.company_id }
    if (user && verifyDevicePassword(stored, password)) return { ok: true, user }
    if (!wrong.take(address, deps.clock.now())) return putOff
    const earlier = stored === undefined || isDeviceHash(stored) ? undefined : stored
    if (!(await earlierHasher().verify(earlier, password)) || !user || earlier === undefined) return refused
    wrong.giveBack(address)
    await storeAnew(user.siteId, earlier, password)
    return { ok: true, user }
  }

  return async function logIn(name: string, password: string, address: string): Promise<SiteLogin> {
    try {
      const isSpent = wrong.isSpent(address, deps.clock.now())
      const site = await (isSpent ? suspects.run(() => findSite(name)) : findSite(name))
      const stored = site?.smtp_password_hash ?? undefined
      const right = verifyDevicePassword(stored, password)
      if (right && site) return { ok: true, user: { siteId: site.id, companyId: site.company_id } }
      if (isSpent) return putOff
      // What was found may have been the last one, and another connection may have stored it anew since.
      const isEarlier = stored !== undefined && !isDeviceHash(stored)
      if (isEarlier || (await isEarlierLeft())) return await slow.run(() => checkEarlier(name, password, address))
      return wrong.take(address, deps.clock.now()) ? refused : putOff
    } catch (error) {
      // Whether the password is right is not known: the device tries again.
      if (error instanceof BusyError) return putOff
      throw error
    }
  }
}
