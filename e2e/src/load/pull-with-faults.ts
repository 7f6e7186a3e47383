import { setTimeout as wait } from 'node:timers/promises'
import type { Fault } from '@winnow/delivery/testing/faults'
import type { Random } from '@winnow/testkit'
import { drawTimeline } from './fault-timeline.ts'
import { pullingStation } from './pulling-station.ts'

/** How often the station asks, in ms. */
const EVERY_MS = 250

/**
 * Fetches messages with faults of the station: it does not ask (killed), acknowledges nothing (hung), takes one message at a time (slow),
 * acknowledges twice (half-closed), or has forgotten what it read (restarted).
 */
export function pullWithFaults(
  { url, token, id }: { url: string; token: string; id: string },
  random: Random,
  totalMs: number,
): { stop: () => Promise<{ arrivals: string[]; unanswered: number }> } {
  const arrivals: string[] = []
  const station = pullingStation(() => url, token, id)
  const timeline = drawTimeline(random, totalMs)
  const began = performance.now()
  const faultNow = (): Fault | undefined => {
    const ms = performance.now() - began
    return timeline.find(({ from, till }) => from <= ms && ms < till)?.fault
  }
  const read = async (limit?: number): Promise<{ count: number; cursor: string }> => {
    const { messages, cursor } = await station.read(limit)
    arrivals.push(...messages.map((message) => message.id))
    return { count: messages.length, cursor }
  }
  const ask = async (fault: Fault | undefined): Promise<number> => {
    if (fault === 'killed') return 0
    const { count, cursor } = await read(fault === 'slow' ? 1 : undefined)
    if (fault === 'hung' || count === 0) return count
    if (fault === 'restarted') await read()
    await station.acknowledge(cursor)
    if (fault === 'half-closed') await station.acknowledge(cursor)
    return count
  }
  let unanswered = 0
  const stopping = new AbortController()
  const asking = (async () => {
    while (!stopping.signal.aborted) {
      // A station that got no answer in time asks again.
      await ask(faultNow()).catch(() => (unanswered += 1))
      await wait(EVERY_MS)
    }
    while ((await ask(undefined)) > 0);
  })()
  // `stop` tells.
  asking.catch(() => undefined)
  return {
    async stop() {
      stopping.abort()
      await asking
      return { arrivals, unanswered }
    },
  }
}
