import type { AutomationEvent } from '@winnow/contract'
import type { Tx } from '../../platform/db/transaction.ts'
import { publish } from '../../platform/events/publish.ts'
import { newId } from '../../platform/ids.ts'

/** One message of an automation, without the id that it is given here. */
export type AutomationNews = AutomationEvent extends infer E ? (E extends unknown ? Omit<E, 'id'> : never) : never

/** Messages of one kind that one transaction sends at most. More than a screen can show would only push out other messages. */
const MAX_SITES = 20
const MAX_CARDS = 5

const mostOf = (type: AutomationNews['type']): number => (type === 'automation.camera' ? MAX_CARDS : MAX_SITES)

/**
 * Keeps the last messages of each kind, and of a site the last state only, since a state replaces the one before. Large imports add
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
 * Announces what an automation does: the work on a site, the progress of its cameras, and single cameras. Imports and integrations use it.
 * The messages reach consoles by websocket and by the stream, in the given order, if and only if the transaction commits.
 */
export async function publishAutomation(tx: Tx, companyId: string, news: readonly AutomationNews[]): Promise<void> {
  const [first, ...more] = boundNews(news).map(({ type, ...payload }) => ({
    companyId,
    type,
    payload: { id: newId(), ...payload },
  }))
  if (first) await publish(tx, first, ...more)
}
