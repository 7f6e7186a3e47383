import type { Tx } from '../../platform/db/transaction.ts'
import { findFreeName, lockNames, requireFreeName } from '../tree/index.ts'
import type { CloudSensor } from './pelco-cloud.ts'

/**
 * The names of new cameras of a site, one for each sensor, which stay free until the transaction ends. A name that a person typed must be
 * free; one that the cloud gave gets a number if it is taken.
 * @throws AppError NAME_TAKEN
 */
export async function freeNames(
  tx: Tx,
  siteId: string,
  { sensors, wanted }: { sensors: readonly CloudSensor[]; wanted: string | undefined },
): Promise<string[]> {
  const parent = { column: 'site_id', id: siteId } as const
  if (wanted !== undefined) {
    const names = sensors.map(({ channel }) => (sensors.length === 1 ? wanted : `${wanted} (${channel})`))
    for (const name of names) await requireFreeName(tx, 'view', parent, name)
    return names
  }
  await lockNames(tx, [siteId])
  const names: string[] = []
  for (const { name } of sensors)
    names.push(await findFreeName(tx, siteId, (n) => (n === 0 ? name : `${name} (${n + 1})`), names))
  return names
}
