import { ConnectionError, UnauthorisedError } from '../../lib/api/api-errors.ts'

/** A row for which an action failed. */
export interface FailedRow<Row> {
  row: Row
  error: unknown
}

export interface EachResult<Row> {
  done: readonly Row[]
  failed: readonly FailedRow<Row>[]
  /** The rows that were not tried, because the run was stopped before. */
  left: readonly Row[]
}

/** Whether to stop after an error. Without a connection or a session, all further rows would fail as well. */
const endsAll = (error: unknown): boolean => error instanceof ConnectionError || error instanceof UnauthorisedError

/**
 * Runs an action for each row, one after the other. A failure does not stop the others. Never throws.
 * @param watch.signal stops it before the next row
 * @param watch.onProgress gets the number of finished rows after each one
 */
export async function runEach<Row>(
  rows: readonly Row[],
  run: (row: Row) => Promise<unknown>,
  watch: { signal: AbortSignal; onProgress: (tried: number) => void },
): Promise<EachResult<Row>> {
  const done: Row[] = []
  const failed: FailedRow<Row>[] = []
  for (const [index, row] of rows.entries()) {
    if (watch.signal.aborted) return { done, failed, left: rows.slice(index) }
    try {
      // oxlint-disable-next-line no-await-in-loop -- sends one request at a time, to spare the server
      await run(row)
      done.push(row)
    } catch (error) {
      failed.push({ row, error })
      if (endsAll(error)) return { done, failed, left: rows.slice(index + 1) }
    }
    watch.onProgress(index + 1)
  }
  return { done, failed, left: [] }
}
