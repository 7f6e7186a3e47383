import type { ReceiverKind } from '@winnow/contract'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createTenant } from '../../../test/factories.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { claimDeliveries } from './claim-deliveries.ts'
import { dropFuturePauses } from './drop-future-pauses.ts'
import { after, now, ROOM, startDueDeliveries } from './due-deliveries.fixture.ts'

const { database, tenant, createReceiver, createDue, deleteAll } = await startDueDeliveries()
beforeEach(deleteAll)
afterAll(() => database.close())

const claim = async (at = now) =>
  (await claimDeliveries(database.runtime, ROOM, at)).map((delivery) => delivery.receiver_id)

describe('a receiver with many messages', () => {
  it('has only a few of them in flight, so that messages to others are claimed even if they have waited less', async () => {
    const [slow, quick] = [await createReceiver(), await createReceiver()]
    await createDue(slow, 200, after(-600))
    expect(await claim()).toEqual([slow, slow, slow, slow])
    await createDue(quick, 2, after(-1))
    expect(await claim()).toEqual([quick, quick])
    expect(await claim()).toEqual([])
  })

  it('gets its next message when an earlier message was delivered', async () => {
    const receiver = await createReceiver()
    await createDue(receiver, 6, after(-60))
    const [first] = await claimDeliveries(database.runtime, ROOM, now)
    await inSystem(database.runtime, (tx) =>
      tx
        .updateTable('delivery')
        .set({ state: 'delivered', lease_until: null, next_at: null })
        .where('id', '=', first?.id ?? '')
        .execute(),
    )
    expect(await claim()).toEqual([receiver])
  })

  it('has its messages claimed again when the process that claimed them has died', async () => {
    const receiver = await createReceiver()
    await createDue(receiver, 6, after(-60))
    await claim()
    expect(await claim(after(30))).toEqual([])
    expect(await claim(after(61))).toHaveLength(4)
  })
})

describe('a receiver that is left alone after failures', () => {
  const pauseUntil = (id: string, until: Date, more: object = {}) =>
    inSystem(database.runtime, (tx) =>
      tx
        .updateTable('receiver')
        .set({ failures: 5, circuit_until: until, ...more })
        .where('id', '=', id)
        .execute(),
    )

  it('is passed over and has none of its messages postponed, until its pause is over', async () => {
    const [dead, quick] = [await createReceiver(), await createReceiver()]
    await createDue(dead, 20, after(-600))
    await createDue(quick, 1, after(-1))
    await pauseUntil(dead, after(60))
    expect(await claim()).toEqual([quick])
    expect(await claim(after(59.9))).toEqual([])
    // The lease of the quick one's message has not run out.
    expect(await claim(after(60))).toEqual([dead, dead, dead, dead])
  })

  it('has its messages claimed where the pause is later than it can be, since the clock was set back', async () => {
    const dead = await createReceiver()
    await createDue(dead, 1, after(-600))
    await pauseUntil(dead, after(86_400))
    expect(await claim()).toEqual([dead])
  })

  it.each([
    ['off', { active: false }],
    ['deleted', { deleted_at: now }],
  ])('and is %s has its messages claimed at once, to be given up', async (_what, more) => {
    const dead = await createReceiver()
    await createDue(dead, 1, after(-600))
    await pauseUntil(dead, after(60), more)
    expect(await claim()).toEqual([dead])
  })
})

describe('a company with many receivers', () => {
  it('has at most its share of messages in flight, and takes turns with other companies', async () => {
    const other = await createTenant(database.runtime)
    await inSystem(database.runtime, (tx) => tx.deleteFrom('delivery').execute())
    const slow = await Promise.all(Array.from({ length: 5 }, () => createReceiver()))
    await Promise.all(slow.map((receiver) => createDue(receiver, 4, after(-600))))
    const quick = await createReceiver(other)
    await createDue(quick, 3, after(-1), other)
    const claimed = await claimDeliveries(database.runtime, { kind: 'webhook', limit: 5, perCompany: 4 }, now)
    const ofQuick = claimed.filter((delivery) => delivery.receiver_id === quick)
    expect([claimed.length, ofQuick.length]).toEqual([5, 2])
    const rest = await claimDeliveries(database.runtime, { kind: 'webhook', limit: 16, perCompany: 4 }, now)
    expect(rest.map(({ company_id }) => company_id).toSorted()).toEqual([tenant.companyId, other.companyId].toSorted())
    expect(await claimDeliveries(database.runtime, { kind: 'webhook', limit: 16, perCompany: 4 }, now)).toEqual([])
  })

  it('gets its share only once, for any number of processes that claim at the same time', async () => {
    const receivers = await Promise.all(Array.from({ length: 7 }, () => createReceiver()))
    await Promise.all(receivers.map((receiver) => createDue(receiver, 4, after(-600))))
    const limits = { kind: 'webhook', limit: 16, perCompany: 6 } as const
    const claims = await Promise.all(Array.from({ length: 4 }, () => claimDeliveries(database.runtime, limits, now)))
    expect(claims.flat()).toHaveLength(6)
  })
})

describe('a receiver in a company with four slow receivers that have a backlog', () => {
  const slowOnes = async (kind: ReceiverKind = 'webhook') => {
    const slow = await Promise.all(Array.from({ length: 4 }, () => createReceiver(tenant, kind)))
    await Promise.all(slow.map((receiver) => createDue(receiver, 50, after(-600))))
    return slow
  }

  it('has its message claimed although the slow receivers use all the places that they may use', async () => {
    await slowOnes()
    expect(await claim()).toHaveLength(12)
    expect(await claim()).toEqual([])
    const quick = await createReceiver()
    await createDue(quick, 2, after(-1))
    expect(await claim()).toEqual([quick])
  })

  it('has its message claimed before further messages to the slow receivers, which have waited longer', async () => {
    await slowOnes()
    const quick = await createReceiver()
    await createDue(quick, 1, after(-1))
    const claimed = await claimDeliveries(database.runtime, { ...ROOM, limit: 5 }, now)
    expect(new Set(claimed.map(({ receiver_id }) => receiver_id)).size).toBe(5)
  })

  it('gets the place that a slow receiver frees, before the next message to that receiver', async () => {
    const limits = { kind: 'email', limit: 16, perCompany: 4 } as const
    await slowOnes('email')
    const [failed] = await claimDeliveries(database.runtime, limits, now)
    const quick = await createReceiver(tenant, 'email')
    await createDue(quick, 1, after(-1))
    expect(await claimDeliveries(database.runtime, limits, now)).toEqual([])
    await inSystem(database.runtime, async (tx) => {
      const again = { lease_until: null, next_at: after(60), attempts: 1 }
      await tx
        .updateTable('delivery')
        .set(again)
        .where('id', '=', failed?.id ?? '')
        .execute()
      await tx
        .updateTable('receiver')
        .set({ last_failure_at: now })
        .where('id', '=', failed?.receiver_id ?? '')
        .execute()
    })
    const next = await claimDeliveries(database.runtime, limits, now)
    expect(next.map(({ receiver_id }) => receiver_id)).toEqual([quick])
  })
})

describe('mails and webhooks', () => {
  it('are claimed separately and have their own limits; a mail receiver leaves places to other receivers of its company', async () => {
    const [hook, mail] = [await createReceiver(), await createReceiver(tenant, 'email')]
    await createDue(mail, 9, after(-600))
    await createDue(hook, 1, after(-1))
    const mails = await claimDeliveries(database.runtime, { kind: 'email', limit: 16, perCompany: 4 }, now)
    expect(mails.map(({ receiver_id }) => receiver_id)).toEqual([mail, mail, mail])
    const hooks = await claimDeliveries(database.runtime, { kind: 'webhook', limit: 16, perCompany: 4 }, now)
    expect(hooks.map(({ receiver_id }) => receiver_id)).toEqual([hook])
  })
})

describe('when the clock is set back', () => {
  it('a message that was in flight before is claimed again, and does not block other messages to its receiver', async () => {
    const receiver = await createReceiver()
    await createDue(receiver, 5, after(-90_000))
    expect(await claim()).toHaveLength(4)
    expect(await claim(after(-86_400))).toHaveLength(4)
    expect(await claim(after(-86_400))).toEqual([])
  })

  it('a message that was planned before the change becomes due; a message that was planned after it stays paused', async () => {
    const receiver = await createReceiver()
    await createDue(receiver, 3, after(3600))
    const { rows } = await inSystem(database.runtime, (tx) =>
      sql<{ id: string }>`update delivery set created_at = ${after(-60)} returning id`.execute(tx),
    )
    const plan = (index: number, plannedAt: Date) =>
      inSystem(database.runtime, (tx) =>
        tx
          .updateTable('delivery')
          .set({ planned_at: plannedAt })
          .where('id', '=', rows[index]?.id ?? '')
          .execute(),
      )
    await plan(0, after(-30))
    await plan(1, after(3500))
    expect(await claim()).toEqual([])
    expect(await dropFuturePauses(database.runtime, now)).toBe(1)
    expect(await claimDeliveries(database.runtime, ROOM, now)).toMatchObject([{ id: rows[1]?.id }])
  })
})
