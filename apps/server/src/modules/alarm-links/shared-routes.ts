import { getSharedPicture, openAlarmLink, type Alarm, type SharedAlarm } from '@winnow/contract'
import { clientKey } from '@winnow/domain'
import type { Clock } from '../../platform/clock.ts'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import { inTenant, type Db, type Tx } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/http/app-error.ts'
import { createAddressLimiter } from '../../platform/http/rate-limit.ts'
import type { Register } from '../../platform/http/register.ts'
import type { MediaStore } from '../../platform/media/media-store.ts'
import { findAlarm, findFrameFiles, serveFrame, type ShownPictures } from '../alarms/index.ts'
import { recordAudit } from '../audit/index.ts'
import { countOpening, findOpenLink, isStillAllowed, type OpenLink } from './find-link.ts'
import { isSignedLinkToken } from './link-token.ts'

export interface SharedDeps {
  db: Db
  clock: Clock
  keys: KeyRing
  media: MediaStore
  shown: ShownPictures
}

/** Requests of an address per minute: some alarms with all their pictures, opened by an office behind one address. */
const PER_ADDRESS = { limit: 240, windowMs: 60_000 }
/** Tokens that were refused, per address. Far too few to find one by guessing, enough for people who open old links. */
const REFUSED_PER_ADDRESS = { limit: 30, windowMs: 600_000 }
const HOUR_MS = 3_600_000

/** What everybody with the link may know of the alarm. */
function presentShared(alarm: Alarm, expiresAt: Date): SharedAlarm {
  const { viewName, siteName, timezone, receivedAt, eventType, classes } = alarm
  return {
    viewName,
    siteName,
    timezone,
    receivedAt,
    eventType,
    classes,
    frames: alarm.frames
      .filter(({ url }) => url !== null)
      .map(({ position, width, height, offsetMs }) => ({ position, width, height, offsetMs })),
    detections: alarm.detections.flatMap(({ frame, class: name, box, counted }) =>
      counted ? [{ frame, class: name, box }] : [],
    ),
    expiresAt: expiresAt.toISOString(),
  }
}

/** Records who opened a link, once per link, address and hour. */
async function auditOpening(tx: Tx, link: OpenLink, asked: { address: string; id: string; now: Date }): Promise<void> {
  const { address, now } = asked
  const author = { companyId: link.companyId, name: `Link of ${link.createdBy}`, userId: null, address }
  const once = `link ${link.id} ${clientKey(address)} ${Math.floor(now.getTime() / HOUR_MS)}`
  const after = { link: link.id }
  const entry = { action: 'alarm.link-opened', objectType: 'alarm' as const, objectId: link.alarmId, after, once }
  await recordAudit(tx, author, entry, now, asked.id)
}

/** What people without a login may do with the token of a link. */
export function registerSharedAlarm(register: Register, { db, clock, keys, media, shown }: SharedDeps): void {
  const requests = createAddressLimiter(PER_ADDRESS)
  const refused = createAddressLimiter(REFUSED_PER_ADDRESS)

  /** Runs work for the link of a token. Every token that opens nothing gets the same reply. */
  async function withLink<T>(
    token: string,
    address: string,
    work: (tx: Tx, link: OpenLink, now: Date) => Promise<T | undefined>,
  ): Promise<T> {
    const now = clock.now()
    requests.require(address, now)
    // Counted before the look-up and given back after it, so that many guesses at once are all counted.
    refused.require(address, now)
    const link = isSignedLinkToken(keys, token, now) ? await findOpenLink(db, token, now) : undefined
    const found =
      link &&
      (await inTenant(db, link.companyId, async (tx) =>
        (await isStillAllowed(tx, link, now)) ? work(tx, link, now) : undefined,
      ))
    if (found === undefined) throw notFound()
    refused.giveBack(address)
    return found
  }

  register(openAlarmLink, async ({ body, request, reply }) => {
    void reply.header('referrer-policy', 'no-referrer')
    return withLink(body.token, request.ip, async (tx, link, now) => {
      const alarm = await findAlarm(tx, link.companyId, link.alarmId)
      if (alarm === undefined || !(await countOpening(tx, link, now))) return undefined
      await auditOpening(tx, link, { address: request.ip, id: request.id, now })
      return presentShared(alarm, link.expiresAt)
    })
  })

  register(getSharedPicture, async ({ body, params, request, reply }) => {
    const files = await withLink(body.token, request.ip, (tx, link) =>
      findFrameFiles(tx, link.alarmId, params.position),
    )
    const key = await shown.keyOf(files)
    if (key === undefined) throw notFound()
    return serveFrame(media, key, request, reply, { keep: false })
  })
}
