/**
 * PostgreSQL's `pg_snapshot`: the transactions that had ended at a given moment. All transactions with ids below `xmin` had ended; none
 * with an id from `xmax` upwards had. Between the two, all had ended except the listed ones.
 */
export interface Snapshot {
  xmin: bigint
  xmax: bigint
  running: readonly bigint[]
}

const FORM = /^(\d{1,19}):(\d{1,19}):((?:\d{1,19}(?:,\d{1,19})*)?)$/

/**
 * Parses the text form `xmin:xmax:a,b,…`. Returns undefined for anything that PostgreSQL would refuse. Positions come from browsers, and an
 * invalid one must not make a query fail.
 */
export function parseSnapshot(text: string): Snapshot | undefined {
  const [, xminText, xmaxText, list] = FORM.exec(text) ?? []
  if (xminText === undefined || xmaxText === undefined || list === undefined) return undefined
  const [xmin, xmax] = [BigInt(xminText), BigInt(xmaxText)]
  const running = list === '' ? [] : list.split(',').map(BigInt)
  const rises = running.every((xid, at) => xid >= (at === 0 ? xmin : (running[at - 1] ?? 0n) + 1n) && xid < xmax)
  return xmin > 0n && xmin <= xmax && rises ? { xmin, xmax, running } : undefined
}

/** The text form, as PostgreSQL casts it. */
export function formatSnapshot(snapshot: Snapshot): string {
  return `${snapshot.xmin}:${snapshot.xmax}:${snapshot.running.join(',')}`
}

/** Whether a transaction had ended, committed or rolled back, when the snapshot was taken. */
export function hadEnded(xid: bigint, snapshot: Snapshot): boolean {
  return xid < snapshot.xmax && !snapshot.running.includes(xid)
}
