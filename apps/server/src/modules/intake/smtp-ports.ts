import type { SmtpPorts } from '@winnow/intake'
import { inSystemAtOnce } from '../../platform/db/transaction.ts'
import { MediaFullError, MediaTooLargeError } from '../../platform/media/media-store.ts'
import { acceptSignal, type SignalTarget } from './accept-signal.ts'
import { TooManyBytesError } from './bytes-in-flight.ts'
import type { IngestLimits } from './ingest-limits.ts'
import type { IntakeDeps } from './intake-deps.ts'
import type { SignalPump } from './signal-pump.ts'
import { createSiteLogin, type SiteLoginDeps, type SiteUser } from './site-login.ts'

export interface SmtpPortDeps extends IntakeDeps, SiteLoginDeps {
  limits: IngestLimits
  pump: SignalPump
}

/** Connects the SMTP server to the product: the recipients of a mail, its permitted senders, and its storage. */
export function createSmtpPorts(deps: SmtpPortDeps): SmtpPorts<SiteUser, SignalTarget> {
  const logIn = createSiteLogin(deps)
  return {
    authenticate: logIn,

    async recipient(address, session) {
      // Unknown recipients are counted too, since looking them up costs as much as looking up known ones.
      if (!deps.limits.byAddress.take(session.remoteAddress, deps.clock.now()))
        return { ok: false, code: 451, message: 'Too many messages, try again later' }
      const token = address.split('@')[0]?.toLowerCase() ?? ''
      const [view] = await inSystemAtOnce(
        deps.preparedDb,
        deps.preparedDb
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
      // The device has logged in as a site. The mail is stored and shown for that site, even if its recipient is no camera.
      if (user) return { ok: true, target: { ...user, viewId: null, recipient: address } }
      return { ok: false, code: 550, message: 'Unknown recipient' }
    },

    async accept(message) {
      const targets = message.recipients.map(({ target }) => target)
      try {
        const { stream: body, remoteAddress } = message
        const mail = { source: 'smtp' as const, body, rawType: null, targets, remoteAddress }
        const ids = await acceptSignal(deps, mail, inSystemAtOnce)
        for (const id of ids) deps.pump.push(id)
        return { ok: true, id: ids[0] ?? '' }
      } catch (error) {
        if (error instanceof MediaTooLargeError) return { ok: false, code: 552, message: 'Message too large' }
        if (error instanceof MediaFullError) return { ok: false, code: 451, message: 'Out of space, try again later' }
        if (error instanceof TooManyBytesError)
          return { ok: false, code: 451, message: 'Too much at once, try again later' }
        deps.log.error({ err: error }, 'a mail could not be stored; its sender is told to try again')
        return { ok: false, code: 451, message: 'Cannot store the message now, try again later' }
      }
    },

    capacity() {
      if (!deps.limits.hasRoom()) return { ok: false, message: 'Out of space, try again later' }
      return deps.pump.keepsUp() ? { ok: true } : { ok: false, message: 'Too many messages, try again later' }
    },

    // A camera has one rate limit for all domains of its address, and for SMTP and HTTP together.
    rate: (target) => deps.limits.byCamera.take(target.viewId ?? target.siteId, deps.clock.now()),
  }
}
