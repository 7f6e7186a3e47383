import { createHash } from 'node:crypto'
import { MAIL_HEAD_BYTES, readMailHead } from '@winnow/intake'
import type { Clock } from '../../platform/clock.ts'
import { inTenant, type Db } from '../../platform/db/transaction.ts'
import { createRateLimiter } from '../../platform/http/rate-limit.ts'
import type { Queue } from '../../platform/jobs/queue.ts'
import { recordAudit } from '../audit/index.ts'
import { publishLive } from '../live/index.ts'
import {
  changeArming,
  findArmingAddress,
  readLocalPart,
  type ArmingAddress,
  type ArmingMessage,
} from '../schedules/index.ts'

/** The recipient of a mail that arms or disarms a site. */
export interface ArmingTarget {
  arms: ArmingAddress
}

export interface ArmingMailDeps {
  db: Db
  preparedDb: Db
  clock: Clock
  queue: Queue
}

interface Session {
  /** The site that the sender has logged in as. */
  user: { siteId: string } | null
  remoteAddress: string
}

type Recipient = { ok: true; target: ArmingTarget } | { ok: false; code: 550 | 530; message: string }

/** A mail that has arrived in full. */
export interface ArrivedMail {
  /** Its first bytes. */
  head: Uint8Array
  remoteAddress: string
}

/** Passes the bytes of a message on, and keeps the first of them. */
export function keepHead(source: AsyncIterable<Uint8Array>) {
  const kept: Uint8Array[] = []
  let bytes = 0
  async function* body() {
    for await (const chunk of source) {
      if (bytes < MAIL_HEAD_BYTES) kept.push(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  return { body: body(), head: () => Buffer.concat(kept).subarray(0, MAIL_HEAD_BYTES) }
}

/** Attempts without a login are recorded once a minute for each site, so that nobody fills its history. */
const UNRECORDED_MS = 60_000

/** Takes mails that arm and disarm sites. They are no signals of cameras: what they change is committed before their sender gets its `250`. */
export function createArmingMail({ db, preparedDb, clock, queue }: ArmingMailDeps) {
  const unrecorded = createRateLimiter({ limit: 1, windowMs: UNRECORDED_MS })

  async function apply(companyId: string, message: ArmingMessage): Promise<void> {
    await inTenant(db, companyId, (tx) => {
      const author = { companyId, name: message.by, ...(message.address ? { address: message.address } : {}) }
      return changeArming(
        {
          tx,
          queue,
          audit: (entry) => recordAudit(tx, author, entry, message.at),
          publish: (news) => publishLive(tx, companyId, news),
        },
        message,
      )
    })
  }

  const messageOf = ({ companyId, siteId, wanted, onlyArms }: ArmingAddress, remoteAddress: string) => ({
    companyId,
    siteId,
    wanted,
    way: 'mail' as const,
    at: clock.now(),
    until: null,
    mayOnlyArm: onlyArms,
    address: remoteAddress,
  })

  /** Records that somebody who knows an address did not log in. */
  async function refuseLogin(arms: ArmingAddress, remoteAddress: string): Promise<void> {
    if (!unrecorded.take(`${arms.siteId} ${arms.wanted}`, clock.now())) return
    const message = { ...messageOf(arms, remoteAddress), by: remoteAddress, sentAt: null, lacksLogin: true }
    await apply(arms.companyId, message)
  }

  return {
    /** Whether a local part has the form of an address that arms or disarms. Such a mail never becomes a signal, whoever sent it. */
    isMeant: (local: string): boolean => readLocalPart(local) !== undefined,

    /** Answers a sender who names a local part that is meant to arm or disarm. */
    async recipient(local: string, { user, remoteAddress }: Session): Promise<Recipient> {
      const read = readLocalPart(local)
      const arms = read && (await findArmingAddress(preparedDb, read))
      if (!arms) return { ok: false, code: 550, message: 'Unknown recipient' }
      if (!arms.authRequired || user?.siteId === arms.siteId) return { ok: true, target: { arms } }
      await refuseLogin(arms, remoteAddress)
      return { ok: false, code: 530, message: 'Authentication required' }
    },

    /** Applies a mail to the sites that it was sent to. A mail to both addresses of a site ends with the site armed. */
    async accept(targets: readonly ArmingTarget[], { head, remoteAddress }: ArrivedMail): Promise<void> {
      const { messageId, date: sentAt, from } = readMailHead(head)
      // Without an id, a mail is recognised by its bytes, but only if its date tells it from one with the same words on another day.
      const messageKey = messageId ?? (sentAt && createHash('sha256').update(head).digest('hex'))
      const by = from ?? remoteAddress
      // By its date, the mail is older than what it changed itself, so it must not disarm a site that it arms.
      const armed = new Set(targets.flatMap(({ arms }) => (arms.wanted === 'armed' ? arms.siteId : [])))
      for (const { arms } of targets.filter(({ arms: of }) => of.wanted === 'armed' || !armed.has(of.siteId)))
        await apply(arms.companyId, { ...messageOf(arms, remoteAddress), by, sentAt, messageKey })
    },
  }
}
