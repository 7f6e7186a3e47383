import { inSystemAtOnce } from '../../platform/db/transaction.ts'
import type { IntakeDeps } from './intake-deps.ts'

/** A camera whose signs of life came within this time is not written again. */
const SEEN_EVERY_MS = 60_000

/** Notes that a camera's device is there. A few signs of life a minute are one write. */
export const noteSeen = (
  { preparedDb, clock }: Pick<IntakeDeps, 'preparedDb' | 'clock'>,
  id: string,
): Promise<unknown> =>
  inSystemAtOnce(
    preparedDb,
    preparedDb
      .updateTable('view')
      .set({ last_signal_at: clock.now() })
      .where('id', '=', id)
      .where((view) =>
        view.or([
          view('last_signal_at', 'is', null),
          view('last_signal_at', '<', new Date(clock.now().getTime() - SEEN_EVERY_MS)),
        ]),
      )
      .compile(),
  )
