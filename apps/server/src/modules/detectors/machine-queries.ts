import type { PackFailure } from '@winnow/vision'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

/** A process that analyses, with the packs that it has loaded. */
export interface Machine {
  host: string
  /** The loaded packs; null while it starts. */
  packs: { id: string; sha256: string }[] | null
  hasBuiltin: boolean
  problems: PackFailure[]
}

/** A process whose last report is older than this has died or is disconnected. All processes use the database's clock for reports. */
const SILENT = sql`now() - interval '30 seconds'`

export async function listMachines(tx: Tx): Promise<Machine[]> {
  const rows = await tx
    .selectFrom('detector_machine')
    .selectAll()
    .where('told_at', '>', sql<Date>`${SILENT}`)
    .orderBy('host')
    .execute()
  return rows.map((row) => ({
    host: row.host,
    packs: row.packs as Machine['packs'],
    hasBuiltin: row.has_builtin,
    problems: row.problems as unknown as PackFailure[],
  }))
}

export async function tellMachine(tx: Tx, poolId: string, machine: Machine): Promise<void> {
  const row = {
    host: machine.host,
    packs: machine.packs === null ? null : JSON.stringify(machine.packs),
    has_builtin: machine.hasBuiltin,
    problems: JSON.stringify(machine.problems),
    told_at: sql<Date>`now()`,
  }
  await tx
    .insertInto('detector_machine')
    .values({ pool_id: poolId, ...row })
    .onConflict((taken) => taken.column('pool_id').doUpdateSet(row))
    .execute()
}

/** Removes a process from the list, together with those that disappeared long ago. */
export async function forgetMachine(tx: Tx, poolId: string): Promise<void> {
  await tx
    .deleteFrom('detector_machine')
    .where((eb) => eb.or([eb('pool_id', '=', poolId), eb('told_at', '<', sql<Date>`now() - interval '1 hour'`)]))
    .execute()
}

/** Whether any process that analyses cannot use one of its detectors, on any machine. */
export async function hasBrokenDetector(tx: Tx): Promise<boolean> {
  const machines = await listMachines(tx)
  return machines.some(({ problems }) => problems.length > 0)
}
