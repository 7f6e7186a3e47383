import type { SmtpPorts } from '@winnow/intake'
import { hashToken } from '../../platform/crypto/tokens.ts'
import type { PasswordHasher } from '../../platform/crypto/password-hasher.ts'
import { inSystemAtOnce } from '../../platform/db/transaction.ts'
import { createAddressLimiter } from '../../platform/http/rate-limit.ts'
import { MediaFullError, MediaTooLargeError } from '../../platform/media/media-store.ts'
import { acceptSignal, type SignalTarget } from './accept-signal.ts'
import type { IngestLimits } from './ingest-limits.ts'
import type { IntakeDeps } from './intake-deps.ts'
import type { SignalPump } from './signal-pump.ts'

export interface SmtpPortDeps extends IntakeDeps {
  hasher: PasswordHasher
  limits: IngestLimits
  pump: SignalPump
}

/** A site that its cameras logged in as. */
interface SiteUser {
  siteId: string
  companyId: string
}

/** Wrong passwords per address and minute before the next is put off unseen (454). Right ones are free: many sites share an address. */
const LOGIN_ATTEMPTS = 20
/** A password that was right is remembered hashed for a while: cameras log in for every mail, and argon2id is slow on purpose. */
const REMEMBER_MS = 10 * 60_000

/** Connects the SMTP server to the product: who a mail is for, who may send it, and where it is kept. */
export function createSmtpPorts(deps: SmtpPortDeps): SmtpPorts<SiteUser, SignalTarget> {
  const attempts = createAddressLimiter({ limit: LOGIN_ATTEMPTS, windowMs: 60_000 })
  const remembered = new Map<string, { user: SiteUser; passwordHash: string; until: number }>()

  return {
    async authenticate(name, password, remoteAddress) {
      const now = deps.clock.now()
      const [site] = await inSystemAtOnce(
        deps.often,
        deps.often
          .selectFrom('site')
          .select(['id', 'company_id', 'smtp_password_hash'])
          .where('smtp_user', '=', name)
          .where('deleted_at', 'is', null)
          .compile(),
      )
      const stored = site?.smtp_password_hash ?? undefined
      const key = hashToken(`${name}\n${password}`)
      const known = remembered.get(key)
      if (known && known.until > now.getTime() && known.passwordHash === stored) return { ok: true, user: known.user }
      if (attempts.isSpent(remoteAddress, now)) return { ok: false, code: 454 }
      if (!(await deps.hasher.verify(stored, password)) || !site || stored === undefined) {
        attempts.take(remoteAddress, now)
        return { ok: false, code: 535 }
      }
      const user = { siteId: site.id, companyId: site.company_id }
      if (remembered.size > 10_000) remembered.clear()
      remembered.set(key, { user, passwordHash: stored, until: now.getTime() + REMEMBER_MS })
      return { ok: true, user }
    },

    async recipient(address, session) {
      const token = address.split('@')[0]?.toLowerCase() ?? ''
      const [view] = await inSystemAtOnce(
        deps.often,
        deps.often
          .selectFrom('view')
          .innerJoin('site', 'site.id', 'view.site_id')
          .select(['view.id', 'view.site_id', 'view.company_id', 'site.smtp_auth_required'])
          .where('view.address_token', '=', token)
          .where('view.deleted_at', 'is', null)
          .compile(),
      )
      const { user } = session
      if (view) {
        if (view.smtp_auth_required && user?.siteId !== view.site_id)
          return { ok: false, code: 530, message: 'Authentication required' }
        return {
          ok: true,
          target: { companyId: view.company_id, siteId: view.site_id, viewId: view.id, recipient: address },
        }
      }
      // A site that is known by its login: the mail is kept and shown there, whatever address the device was given.
      if (user) return { ok: true, target: { ...user, viewId: null, recipient: address } }
      return { ok: false, code: 550, message: 'Unknown recipient' }
    },

    async accept(message) {
      const targets = message.recipients.map(({ target }) => target)
      try {
        const ids = await acceptSignal(deps, {
          source: 'smtp',
          body: message.stream,
          rawType: null,
          targets,
          remoteAddress: message.remoteAddress,
        })
        for (const id of ids) deps.pump.push(id)
        return { ok: true, id: ids[0] ?? '' }
      } catch (error) {
        if (error instanceof MediaTooLargeError) return { ok: false, code: 552, message: 'Message too large' }
        if (error instanceof MediaFullError) return { ok: false, code: 451, message: 'Out of space, try again later' }
        deps.log.error({ err: error }, 'a mail could not be stored; its sender is told to try again')
        return { ok: false, code: 451, message: 'Cannot store the message now, try again later' }
      }
    },

    capacity() {
      return deps.limits.hasRoom() ? { ok: true } : { ok: false, message: 'Out of space, try again later' }
    },

    // A camera has one allowance, whatever domain its address is written with and whether it sends by SMTP or HTTP.
    rate({ remoteAddress, target }) {
      const now = deps.clock.now()
      const { byAddress, byCamera } = deps.limits
      return byAddress.take(remoteAddress, now) && byCamera.take(target.viewId ?? target.siteId, now)
    },
  }
}
