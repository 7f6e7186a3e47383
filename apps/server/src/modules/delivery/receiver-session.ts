import { findReceiver, type ReceiverSession, type SessionState } from '@winnow/delivery'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

interface Counted {
  id: string
  kind: string
}

/** Takes the next number of a receiver that counts its messages. Undefined for the other kinds. */
export async function takeNumber(tx: Tx, { id, kind }: Counted): Promise<ReceiverSession | undefined> {
  const rules = findReceiver(kind)?.session
  if (!rules) return undefined
  const { sequence, session } = await tx
    .updateTable('receiver')
    .set({ sequence: sql<number>`sequence % ${rules.lastSequence} + 1` })
    .where('id', '=', id)
    .returning(['sequence', 'session'])
    .executeTakeFirstOrThrow()
  return { sequence, state: session as SessionState }
}

/** The session for an attempt to send a message. The message gets its number at the first attempt, and keeps it. */
export async function sessionOf(
  tx: Tx,
  receiver: Counted,
  delivery: { id: string; sequence: number | null },
): Promise<ReceiverSession | undefined> {
  if (delivery.sequence === null) {
    const taken = await takeNumber(tx, receiver)
    if (taken)
      await tx.updateTable('delivery').set({ sequence: taken.sequence }).where('id', '=', delivery.id).execute()
    return taken
  }
  if (!findReceiver(receiver.kind)?.session) return undefined
  const { session } = await tx
    .selectFrom('receiver')
    .select('session')
    .where('id', '=', receiver.id)
    .executeTakeFirstOrThrow()
  return { sequence: delivery.sequence, state: session as SessionState }
}

/** Stores what a kind remembers about its receiver. */
export async function keepSession(tx: Tx, receiverId: string, state: SessionState): Promise<void> {
  await tx
    .updateTable('receiver')
    .set({ session: JSON.stringify(state) })
    .where('id', '=', receiverId)
    .execute()
}
