import {
  getReviewState,
  handOverReview,
  leaveReview,
  nextReview,
  renewReview,
  setReviewSettings,
  type Operation,
  type ReviewItem,
} from '@winnow/contract'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Changing } from '../../platform/http/handlers.ts'
import type { Register } from '../../platform/http/register.ts'
import { listAlarms } from '../alarms/index.ts'
import { claimNext, extend, findHeld, finish, type Place, placeOf, putAside, release } from './claims.ts'
import { giveAway } from './hand-over.ts'
import { dueAt, readSettings, writeSettings } from './review-settings.ts'
import { readState } from './review-state.ts'
import { sit, stand } from './seats.ts'
import { findNext, type Asker, type Candidate } from './waiting.ts'

/** How many of the next alarms the console prefetches. */
const AHEAD = 3

/** The caller as a person with a session; others cannot have a place in the queue. */
function personOf({ userId, sessionId }: Actor): { userId: string; sessionId: string } {
  if (userId === null || sessionId === null) throw new AppError('FORBIDDEN', 'The queue needs a login')
  return { userId, sessionId }
}

async function askerOf(tx: Tx, actor: Actor, now: Date): Promise<Asker> {
  const { userId } = personOf(actor)
  const { companyId, grants } = actor
  return { companyId, userId, grants, now, settings: await readSettings(tx, companyId) }
}

async function itemOf(tx: Tx, asker: Asker, found: Candidate, since: Date): Promise<ReviewItem | null> {
  const query = { page: 1, limit: 1, label: 'all', filter: 'all' } as const
  const { rows } = await listAlarms(tx, asker.companyId, asker.grants, query, { alarms: [found.id] })
  const [alarm] = rows
  if (!alarm) return null
  const given = await tx
    .selectFrom('review_handover')
    .select(['by_name', 'note', 'at', 'to_user'])
    .where('alarm_id', '=', found.id)
    .executeTakeFirst()
  return {
    alarm,
    since: since.toISOString(),
    dueAt: dueAt(asker.settings, { verdict: found.verdict, receivedAt: found.received_at }).toISOString(),
    handOver: given
      ? { by: given.by_name, note: given.note, at: given.at.toISOString(), toCaller: given.to_user === asker.userId }
      : null,
  }
}

/** Tells all who may see the alarms that somebody took them or gave them back. */
async function announce(publish: Changing<Operation>['publish'], places: readonly Place[]): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- one connection sends one statement after another; there is hardly ever more than one
  for (const place of places) await publish({ type: 'review.changed', ...place })
}

async function next({ tx, actor, body, now, publish }: Changing<typeof nextReview>) {
  const { userId, sessionId } = personOf(actor)
  const asker = await askerOf(tx, actor, now)
  const { tab, takeOver = false, withSkipped = false, done, skip } = body
  if (!(await sit(tx, { ...asker, sessionId, tab, takeOver })))
    return { status: 'elsewhere' as const, item: null, ahead: [] }
  if (done !== undefined) await finish(tx, asker, done)
  if (skip !== undefined) await putAside(tx, asker, skip)
  const held = skip === undefined ? await findHeld(tx, asker) : undefined
  if (held) await extend(tx, asker, sessionId, held.id)
  else await announce(publish, await release(tx, userId))
  const claimed = held ?? (await claimNext(tx, asker, sessionId, withSkipped))
  if (!claimed) return { status: 'empty' as const, item: null, ahead: [] }
  if (!held) await announce(publish, [placeOf(claimed)])
  const ahead = await findNext(tx, asker, { withSkipped, limit: AHEAD, lock: false })
  const item = await itemOf(tx, asker, claimed, held?.claimed_at ?? now)
  return { status: item ? ('held' as const) : ('empty' as const), item, ahead: ahead.map(({ id }) => id) }
}

async function renew({ tx, actor, body, now }: Changing<typeof renewReview>) {
  const { sessionId } = personOf(actor)
  const asker = await askerOf(tx, actor, now)
  if (!(await sit(tx, { ...asker, sessionId, tab: body.tab, takeOver: false }))) return { status: 'elsewhere' as const }
  if (body.alarm === undefined) return { status: 'idle' as const }
  return { status: (await extend(tx, asker, sessionId, body.alarm)) ? ('held' as const) : ('lost' as const) }
}

async function handOver({ tx, actor, body, now, audit, publish }: Changing<typeof handOverReview>) {
  const { sessionId } = personOf(actor)
  const asker = await askerOf(tx, actor, now)
  const { tab, alarm: id, to, note } = body
  const held = (await sit(tx, { ...asker, sessionId, tab, takeOver: false })) ? await findHeld(tx, asker) : undefined
  if (held?.id !== id) throw new AppError('CONFLICT', 'You do not hold this alarm any more')
  const name = await giveAway(tx, asker, { alarm: held, byName: actor.name, to, note })
  const entry = { action: 'alarm.handed-over', objectType: 'alarm' as const, objectId: id }
  await audit({ ...entry, after: { to: name, ...(note === undefined ? {} : { note }) } })
  await announce(publish, [placeOf(held)])
  return { success: true as const }
}

export function registerReviewQueue(register: Register): void {
  register.read(getReviewState, async ({ tx, actor, now }) => readState(tx, await askerOf(tx, actor, now)))

  register.write(nextReview, next)

  register.write(renewReview, renew)

  register.write(leaveReview, async ({ tx, actor, body, publish }) => {
    const { userId } = personOf(actor)
    if (await stand(tx, userId, body.tab)) await announce(publish, await release(tx, userId))
    return { success: true as const }
  })

  register.write(handOverReview, handOver)

  register.write(setReviewSettings, async ({ tx, companyId, body, audit }) => {
    const before = await readSettings(tx, companyId)
    await writeSettings(tx, companyId, body)
    await audit({ action: 'review-queue.changed', objectType: 'company', objectId: companyId, before, after: body })
    return body
  })
}
