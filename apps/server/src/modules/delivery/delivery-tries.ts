import type { DeliveryState, DeliveryTry } from '@winnow/contract'
import { openTranscript, type DeliveryResult, type Transcript, type WireText } from '@winnow/delivery'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import { openReceiverSecrets } from './receiver-secrets.ts'

/** The newest attempts of a message that are kept. A message is tried about a hundred times in its three days. */
export const MOST_TRIES = 20

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []

/** Where an attempt writes down what it sends and gets, without the secrets of the receiver's settings. */
export function transcriptFor(
  { keys }: Pick<DeliveryDeps, 'keys'>,
  receiver: { id: string; secrets: string | null },
): Transcript {
  try {
    return openTranscript(textsIn(openReceiverSecrets(keys, receiver.id, receiver.secrets)))
  } catch {
    // Secrets that cannot be opened are not sent either: the attempt ends with this error.
    return openTranscript()
  }
}

interface Tried {
  deliveryId: string
  startedAt: Date
  result: DeliveryResult
  state: DeliveryState
  wire: WireText
}

/** Keeps an attempt. Where the message was deleted meanwhile, nothing is kept. */
export async function recordTry(tx: Tx, { deliveryId, startedAt, result, state, wire }: Tried): Promise<void> {
  await sql`
    with surplus as (
      delete from delivery_try where id in (
        select id from delivery_try where delivery_id = ${deliveryId} order by id desc offset ${MOST_TRIES - 1}))
    insert into delivery_try (id, delivery_id, company_id, at, ms, state, status, error, detail, sent, answered, is_cut)
    select ${newId(startedAt.getTime())}::uuid, d.id, d.company_id, ${startedAt}, ${Math.round(result.ms)}, ${state}, ${result.status ?? null},
      ${result.ok ? null : result.code}, ${result.detail?.slice(0, 500) ?? null}, ${wire.sent}, ${wire.answered}, ${wire.isCut}
    from delivery d where d.id = ${deliveryId}`.execute(tx)
}

/** The attempts of a message, the latest first; those of the message that was sent for it too. */
export async function listTries(tx: Tx, deliveryId: string): Promise<DeliveryTry[]> {
  const rows = await tx
    .selectFrom('delivery_try')
    .selectAll()
    .where(
      'delivery_id',
      'in',
      sql<string>`(select unnest(array[id, carrier_id]) from delivery where id = ${deliveryId})`,
    )
    .orderBy('id', 'desc')
    .limit(2 * MOST_TRIES)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    ms: row.ms,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table allows these alone
    state: row.state as DeliveryTry['state'],
    lastStatus: row.status,
    lastError: row.error,
    lastDetail: row.detail,
    sent: row.sent,
    answered: row.answered,
    isCut: row.is_cut,
  }))
}
