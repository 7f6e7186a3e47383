/**
 * PostgreSQL's `pg_snapshot`: which transactions had ended at a moment. All below `xmin` had; of those from there to `xmax` all
 * but the listed ones; none from `xmax` on.
 */
export interface Snapshot {
  xmin: bigint
  xmax: bigint
  running: readonly bigint[]
}

const FORM = /^(\d{1,19}):(\d{1,19}):((?:\d{1,19}(?:,\d{1,19})*)?)$/

/**
 * Reads the text form `xmin:xmax:a,b,…`. Anything that PostgreSQL itself would refuse is undefined: positions come back from
 * browsers, and a text that makes a query fail must not get that far.
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
