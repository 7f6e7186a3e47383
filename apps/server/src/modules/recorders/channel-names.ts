import { isPlainLine } from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

/** The most characters of a camera's name (`name` of the contract). */
const MOST = 100

/** Cut so that no half of a character is left. */
const cut = (text: string, most: number): string =>
  text
    .slice(0, most)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()

/** A name that a camera may have, made of that of a channel. */
export function plainName(name: string | null, channel: string): string {
  const plain = Array.from(name ?? '')
    .filter((each) => isPlainLine(each))
    .join('')
  return cut(plain.trim(), MOST) || `Channel ${channel}`
}

/** The name, with the channel behind it where a camera of the site has that name. The caller holds the lock of the site's names. */
export async function freeName(tx: Tx, siteId: string, name: string, channel: string): Promise<string> {
  for (let n = 0; ; n++) {
    const suffix = n === 0 ? '' : n === 1 ? ` (channel ${channel})` : ` (channel ${channel}, ${n})`
    const attempt = `${cut(name, MOST - suffix.length)}${suffix}`
    // oxlint-disable-next-line no-await-in-loop -- the next name is tried where this one is taken
    const taken = await tx
      .selectFrom('view')
      .select('id')
      .where('site_id', '=', siteId)
      .where('name_key', '=', sql<string>`lower(${attempt})`)
      .where('deleted_at', 'is', null)
      .limit(1)
      .executeTakeFirst()
    if (!taken) return attempt
  }
}
