import type { Refusal } from '@winnow/contract'
import { inSystemAtOnce } from '../../platform/db/transaction.ts'
import type { IntakeDeps } from './intake-deps.ts'

/** A refusal that follows within this time is not written again. */
const NOTED_EVERY_MS = 60_000

/** Notes that something of a camera's device was refused, so that people see why nothing arrives. Never throws: the reply to the device does not wait for it. */
export function noteRefused(
  { preparedDb, clock, log }: Pick<IntakeDeps, 'preparedDb' | 'clock' | 'log'>,
  id: string,
  why: Refusal,
): void {
  const now = clock.now()
  inSystemAtOnce(
    preparedDb,
    preparedDb
      .updateTable('view')
      .set({ refused_at: now, refused_why: why })
      .where('id', '=', id)
      .where((view) =>
        view.or([
          view('refused_at', 'is', null),
          view('refused_why', '<>', why),
          view('refused_at', '<', new Date(now.getTime() - NOTED_EVERY_MS)),
        ]),
      )
      .compile(),
  ).catch((err: unknown) => log.warn({ err }, 'a refusal could not be noted'))
}
