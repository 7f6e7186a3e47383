import { readStandingFacts, standingAt, type OutsideReason, type Standing } from '@winnow/domain'
import type { ClaimedSignal } from './claim-signal.ts'

/** Whether the camera of a message counted when the message was received. A person who sends a test picture wants its verdict. */
export const standingOf = (signal: Pick<ClaimedSignal, 'is_test' | 'received_at' | 'standing'>): Standing =>
  signal.is_test ? null : standingAt(readStandingFacts(signal.standing), signal.received_at)

/** The standing that was written to an alarm. */
export const standingOfAlarm = (row: { outside: string | null; outside_until: Date | null }): Standing =>
  row.outside === null ? null : { reason: row.outside as OutsideReason, until: row.outside_until }
