import { isPlainLine } from '@winnow/contract'
import type { Tx } from '../../platform/db/transaction.ts'
import { findFreeName } from '../tree/index.ts'

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
export const freeName = (tx: Tx, siteId: string, name: string, channel: string): Promise<string> =>
  findFreeName(tx, siteId, (n) => {
    const suffix = n === 0 ? '' : n === 1 ? ` (channel ${channel})` : ` (channel ${channel}, ${n})`
    return `${cut(name, MOST - suffix.length)}${suffix}`
  })
