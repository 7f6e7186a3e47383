import type { PlateFact, PlateMatch, Rule } from '@winnow/domain'
import type { Tx } from '../../platform/db/transaction.ts'

/** Listed plates that may be one of those read, for each list that a rule names. */
export async function findPlateMatches(
  _tx: Tx,
  _rules: readonly Rule[],
  _read: readonly PlateFact[],
): Promise<PlateMatch[]> {
  return []
}
