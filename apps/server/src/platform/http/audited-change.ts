import type { AuditEntry } from '../audit-entry.ts'

interface AuditedState<State> {
  load: () => Promise<State>
  /** Returns the facts that the audit log stores. They must not contain secrets. */
  facts: (state: State) => unknown
  nameOf?: (state: State) => string
}

/**
 * Changes an object and records its state before and after the change in the audit log.
 * @param write gets the state before the change
 * @returns the state after the change
 */
export async function auditedChange<State>(
  audit: (entry: AuditEntry) => Promise<void>,
  entry: Pick<AuditEntry, 'action' | 'objectType' | 'objectId'>,
  { load, facts, nameOf }: AuditedState<State>,
  write: (before: State) => Promise<unknown>,
): Promise<State> {
  const before = await load()
  await write(before)
  const after = await load()
  const name = nameOf ? { objectName: nameOf(after) } : {}
  await audit({ ...entry, ...name, before: facts(before), after: facts(after) })
  return after
}
