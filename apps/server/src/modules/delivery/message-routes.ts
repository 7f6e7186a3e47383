import { acknowledgeMessages, readMessages, type ReplyOf } from '@winnow/contract'
import { cameraEventOf, webhookContent, type DeliveryAlarm } from '@winnow/delivery'
import { inTenant, type Tx } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { buildCameraEvent } from './build-camera-event.ts'
import { buildPayload } from './build-payload.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import { acknowledge, findMessages, numberMessages, PULLED, type FetchedRow } from './fetched-messages.ts'
import type { Readers } from './readers.ts'
import { findForTest, testPayload } from './send-test.ts'
import { messageForReceiver } from './message-for-receiver.ts'

/** How long a reader that waits goes without a look, in ms: a wake of another process can be missed. */
const LOOK_EVERY_MS = 5_000

/** How long a page may take, in ms: less than the patience of any station. The rest is read with the next page. */
const PAGE_MS = 2_000

type Page = ReplyOf<typeof readMessages>
type Receiver = Awaited<ReturnType<typeof findForTest>>

/** What a station asks for. The signal tells that it no longer listens. */
interface Asked {
  companyId: string
  id: string
  after: number | undefined
  limit: number
  signal: AbortSignal
}

/** @throws AppError CONFLICT if the messages of the receiver are not fetched */
function requirePulled({ kind }: { kind: string }): void {
  if (!PULLED.includes(kind)) throw new AppError('CONFLICT', 'The messages of this receiver are sent, and not fetched')
}

/**
 * After a restore the numbers begin again at an earlier one. A reader that kept its cursor must hear of it, or it would miss what comes.
 * @throws AppError VALIDATION if no message has had the number
 */
function requireGiven(field: 'after' | 'cursor', number: number, last: number): void {
  if (number <= last) return
  const message = 'There is no message with this cursor yet'
  throw new AppError('VALIDATION', message, { fields: [{ field, message }] })
}

async function payloadOf(
  tx: Tx,
  deps: DeliveryDeps,
  { receiver, row }: { receiver: Receiver; row: FetchedRow },
  now: Date,
): Promise<DeliveryAlarm | undefined> {
  const { id, type, alarm_id: alarmId, alarm_version: alarmVersion } = row
  if (type === 'test') return testPayload(deps, receiver, id, row.created_at)
  if (cameraEventOf({ type })) return buildCameraEvent(tx, deps, id, now)
  if (alarmId === null || alarmVersion === null) return undefined
  if (type !== 'alarm.created' && type !== 'alarm.corrected') return undefined
  const delivery = { id, receiverId: receiver.id, companyId: row.company_id, alarmId, alarmVersion, type }
  return buildPayload(tx, deps, { ...delivery, previousVerdict: row.previous_verdict }, now)
}

/** Gives the messages their numbers and finds those of one page. Only this locks the receiver. */
const findPage = (
  deps: DeliveryDeps,
  { companyId, id, after, limit }: Asked,
  now: Date,
): Promise<{ receiver: Receiver; rows: FetchedRow[]; last: number }> =>
  inTenant(deps.db, companyId, async (tx) => {
    const receiver = await findForTest(tx, companyId, id)
    requirePulled(receiver)
    const last = await numberMessages(tx, id, now)
    if (after !== undefined) requireGiven('after', after, last)
    return { receiver, rows: await findMessages(tx, id, after, limit + 1), last }
  })

/**
 * One page of messages, as they are now. It is made after the receiver was released: else a station that asks again, because a slow machine
 * had no answer in time, would wait for the page that nobody reads any more. For the same reason a page that takes long ends early.
 */
async function readPage(deps: DeliveryDeps, asked: Asked): Promise<Page> {
  const now = deps.clock.now()
  const { receiver, rows, last } = await findPage(deps, asked, now)
  const page = rows.slice(0, asked.limit)
  const messages: Page['messages'] = []
  const end = performance.now() + PAGE_MS
  let read = 0
  for (const row of page) {
    // One at least, so that each page goes on.
    if (read > 0 && (asked.signal.aborted || performance.now() > end)) break
    // oxlint-disable-next-line no-await-in-loop -- in order. Each has its own transaction: readers may share the same alarms
    const payload = await inTenant(deps.db, asked.companyId, async (tx) => {
      const made = await payloadOf(tx, deps, { receiver, row }, now)
      return made && messageForReceiver(tx, deps, { receiver, payload: made }, now)
    })
    if (payload) messages.push({ id: row.id, ...webhookContent(payload) })
    read += 1
  }
  const cursor = String(page[read - 1]?.sequence ?? asked.after ?? last)
  return { messages, cursor, more: rows.length > read }
}

/** The messages that a station fetches instead of being called. */
export function registerMessages(register: Register, deps: DeliveryDeps & { readers: Readers }): void {
  register.read(readMessages, {
    async reply({ companyId, params: { id }, query, request }) {
      const after = query.after === undefined ? undefined : Number(query.after)
      const gone = new AbortController()
      request.raw.on('close', () => gone.abort())
      const end = performance.now() + query.wait * 1000
      for (;;) {
        const seen = deps.readers.wakes()
        // oxlint-disable-next-line no-await-in-loop -- looks again after each wait
        const page = await readPage(deps, { companyId, id, after, limit: query.limit, signal: gone.signal })
        const left = end - performance.now()
        if (page.messages.length > 0 || left <= 0) return page
        // oxlint-disable-next-line no-await-in-loop -- for the same reason
        if (!(await deps.readers.wait({ companyId, signal: gone.signal }, Math.min(left, LOOK_EVERY_MS), seen)))
          return page
      }
    },
  })

  register.write(acknowledgeMessages, async ({ tx, companyId, params: { id }, body, now }) => {
    requirePulled(await findForTest(tx, companyId, id))
    const { sequence } = await tx
      .selectFrom('receiver')
      .select('sequence')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const cursor = Number(body.cursor)
    requireGiven('cursor', cursor, sequence)
    return { acknowledged: await acknowledge(tx, id, cursor, now) }
  })
}
