import type { ReplyOf, testReceiver } from '@winnow/contract'
import { afterCommit, inTenant } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { DeliveryDeps } from './delivery-deps.ts'

/** How long the test button waits for the station, in ms. */
const WAIT_MS = 10_000
const LOOK_EVERY_MS = 250

/** Lays a test message ready, and waits until the station has fetched and acknowledged it. */
export async function fetchTest(
  deps: DeliveryDeps & { onDelivery: () => void },
  receiver: { id: string; companyId: string },
  now: Date,
  waitMs = WAIT_MS,
): Promise<ReplyOf<typeof testReceiver>> {
  const id = newId(now.getTime())
  const { companyId } = receiver
  await inTenant(deps.db, companyId, async (tx) => {
    const row = { id, company_id: companyId, receiver_id: receiver.id, type: 'test', next_at: now, created_at: now }
    await tx.insertInto('delivery').values(row).execute()
    afterCommit(tx, deps.onDelivery)
  })
  const startedAt = performance.now()
  const isTaken = (): Promise<boolean> =>
    inTenant(deps.db, companyId, async (tx) => {
      const row = await tx.selectFrom('delivery').select('state').where('id', '=', id).executeTakeFirst()
      return row?.state === 'delivered'
    })
  let ok = false
  while (!ok && performance.now() - startedAt < waitMs) {
    // oxlint-disable-next-line no-await-in-loop -- looks until the station has it
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    // oxlint-disable-next-line no-await-in-loop -- for the same reason
    ok = await isTaken()
  }
  return {
    ok,
    status: null,
    ms: Math.round(performance.now() - startedAt),
    code: ok ? null : 'timeout',
    detail: ok ? null : 'Nobody has fetched and acknowledged the test yet. It stays ready.',
  }
}
