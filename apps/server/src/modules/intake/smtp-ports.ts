import type { SmtpPorts } from '@winnow/intake'
import { type Db, inSystemAtOnce } from '../../platform/db/transaction.ts'
import { MediaFullError, MediaTooLargeError } from '../../platform/media/media-store.ts'
import { acceptSignal, type SignalTarget } from './accept-signal.ts'
import { createArmingMail, keepHead, type ArmingMailDeps, type ArmingTarget } from './arming-mail.ts'
import { TooManyBytesError } from './bytes-in-flight.ts'
import type { IngestLimits } from './ingest-limits.ts'
import type { IntakeDeps } from './intake-deps.ts'
import { noteRefused } from './note-refused.ts'
import type { SignalPump } from './signal-pump.ts'
import { createDeviceLogin, type DeviceLoginDeps, type DeviceUser } from './device-login.ts'

export interface SmtpPortDeps extends IntakeDeps, DeviceLoginDeps, ArmingMailDeps {
  limits: IngestLimits
  pump: SignalPump
}

/** Reads a message that becomes no signal. It has no ids of signals. */
async function readToEnd(body: AsyncIterable<Uint8Array>): Promise<string[]> {
  const reader = body[Symbol.asyncIterator]()
  while (!(await reader.next()).done);
  return []
}

/** The reply to a message that the store did not take. */
function refusalOf(error: unknown) {
  if (error instanceof MediaTooLargeError) return { ok: false, code: 552, message: 'Message too large' } as const
  if (error instanceof MediaFullError)
    return { ok: false, code: 451, message: 'Out of space, try again later' } as const
  if (error instanceof TooManyBytesError)
    return { ok: false, code: 451, message: 'Too much at once, try again later' } as const
  return undefined
}

type Target = SignalTarget | ArmingTarget
const isArming = (target: Target): target is ArmingTarget => 'arms' in target
const isSignal = (target: Target): target is SignalTarget => !isArming(target)

/** The id by which the messages to a recipient are limited. */
const limitedBy = (target: Target): string => (isArming(target) ? target.arms.siteId : (target.viewId ?? target.siteId))

/** The camera to which a token in an address belongs. */
async function findView(db: Db, token: string) {
  const [view] = await inSystemAtOnce(
    db,
    db
      .selectFrom('view')
      .innerJoin('site', 'site.id', 'view.site_id')
      .select(['view.id', 'view.site_id', 'view.company_id', 'site.smtp_auth_required'])
      .where('view.address_token', '=', token)
      .where('view.deleted_at', 'is', null)
      .compile(),
  )
  return view
}

/** Connects the SMTP server to the product: the recipients of a mail, its permitted senders, and its storage. */
export function createSmtpPorts(deps: SmtpPortDeps): SmtpPorts<DeviceUser, Target> {
  const logIn = createDeviceLogin(deps)
  const arming = createArmingMail(deps)
  return {
    authenticate: logIn,

    async recipient(address, session) {
      // Unknown recipients are counted too, since looking them up costs as much as looking up known ones.
      if (!deps.limits.byAddress.take(session.remoteAddress, deps.clock.now()))
        return { ok: false, code: 451, message: 'Too many messages, try again later' }
      const token = address.split('@')[0]?.toLowerCase() ?? ''
      const { user } = session
      if (arming.isMeant(token)) return arming.recipient(token, session)
      const view = await findView(deps.preparedDb, token)
      if (view) {
        if (view.smtp_auth_required && user?.siteId !== view.site_id) {
          noteRefused(deps, view.id, 'no-login')
          return { ok: false, code: 530, message: 'Authentication required' }
        }
        return {
          ok: true,
          target: { companyId: view.company_id, siteId: view.site_id, viewId: view.id, recipient: address },
        }
      }
      // The device has logged in as a site. The mail is stored and shown for that site, even if its recipient is no camera.
      if (user) return { ok: true, target: { ...user, recipient: address } }
      return { ok: false, code: 550, message: 'Unknown recipient' }
    },

    async accept(message) {
      const targets = message.recipients.map(({ target }) => target)
      try {
        const { stream, remoteAddress } = message
        const [signals, arms] = [targets.filter(isSignal), targets.filter(isArming)]
        const { body, head } = arms.length > 0 ? keepHead(stream) : { body: stream, head: () => Buffer.alloc(0) }
        const mail = { source: 'smtp' as const, body, rawType: null, targets: signals, remoteAddress }
        const ids = signals.length > 0 ? await acceptSignal(deps, mail, inSystemAtOnce) : await readToEnd(body)
        for (const id of ids) deps.pump.push(id)
        if (arms.length > 0) await arming.accept(arms, { head: head(), remoteAddress })
        return { ok: true, id: ids[0] ?? 'arming' }
      } catch (error) {
        const refusal = refusalOf(error)
        if (refusal) return refusal
        deps.log.error({ err: error }, 'a mail could not be stored; its sender is told to try again')
        return { ok: false, code: 451, message: 'Cannot store the message now, try again later' }
      }
    },

    capacity() {
      if (!deps.limits.hasRoom()) return { ok: false, message: 'Out of space, try again later' }
      return deps.pump.keepsUp() ? { ok: true } : { ok: false, message: 'Too many messages, try again later' }
    },

    // A camera has one rate limit for all domains of its address, and for SMTP and HTTP together.
    rate(target) {
      const isAllowed = deps.limits.byCamera.take(limitedBy(target), deps.clock.now())
      if (!isAllowed && isSignal(target) && target.viewId !== null) noteRefused(deps, target.viewId, 'too-many')
      return isAllowed
    },
  }
}
