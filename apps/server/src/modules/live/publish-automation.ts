import type { AutomationEvent } from '@winnow/contract'
import type { Tx } from '../../platform/db/transaction.ts'
import { publish } from '../../platform/events/publish.ts'
import { newId } from '../../platform/ids.ts'

/** A message of an automation without its id, which is added here. */
export type AutomationNews = AutomationEvent extends infer E ? (E extends unknown ? Omit<E, 'id'> : never) : never

/** Limits on messages that one transaction sends, for sites and for cameras. A screen cannot show more. */
const MAX_SITES = 20
const MAX_CARDS = 5

const mostOf = (type: AutomationNews['type']): number => (type === 'automation.camera' ? MAX_CARDS : MAX_SITES)

/**
 * Keeps only the last messages of each kind, and only the last state of each site, since it replaces earlier states. A large import adds
 * thousands of cameras in one transaction.
 */
export function boundNews(news: readonly AutomationNews[]): AutomationNews[] {
  const kept = new Set<AutomationNews>()
  const counts = new Map<string, number>()
  const told = new Set<string>()
  for (const each of news.toReversed()) {
    const state = each.type === 'automation.camera' ? undefined : `${each.type} ${each.siteId}`
    if (state !== undefined && told.has(state)) continue
    const count = counts.get(each.type) ?? 0
    if (count >= mostOf(each.type)) continue
    counts.set(each.type, count + 1)
    if (state !== undefined) told.add(state)
    kept.add(each)
  }
  return news.filter((each) => kept.has(each))
}

/**
 * Sends the progress of an automation to consoles: its work on a site, the progress of the site's cameras, and single cameras. Imports and
 * integrations use it. The messages are sent by websocket and by the stream, in the given order, if and only if the transaction commits.
 */
export async function publishAutomation(tx: Tx, companyId: string, news: readonly AutomationNews[]): Promise<void> {
  const [first, ...more] = boundNews(news).map(({ type, ...payload }) => ({
    companyId,
    type,
    payload: { id: newId(), ...payload },
  }))
  if (first) await publish(tx, first, ...more)
}
