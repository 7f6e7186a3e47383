import type { Fault } from '@winnow/delivery/testing/faults'
import { expect } from 'vitest'
import type { startDeliveryWorld } from './delivery.fixture.ts'

type World = Awaited<ReturnType<typeof startDeliveryWorld>>

/**
 * A station that fetches its messages. What can be wrong with it:
 * - `killed`: it does not ask.
 * - `hung`: it asks, and acknowledges nothing.
 * - `slow`: it takes one message at a time.
 * - `half-closed`: it breaks off before it has the reply to its acknowledgement, and acknowledges again.
 * - `restarted`: it has forgotten what it got, and acknowledges only what it gets anew.
 */
export async function startPullingStation({ server, call }: World, id: string) {
  const { status, body } = await call('POST', '/v1/token', { tokenType: 'api', name: 'Station' })
  expect(status).toBe(200)
  const authorization = `Bearer ${body.secret}`
  const arrivals: string[] = []
  let fault: Fault | undefined
  const read = async (query = ''): Promise<{ count: number; cursor: string }> => {
    const reply = await server.app.inject({
      url: `/api/v1/receiver/${id}/messages${query}`,
      headers: { authorization },
    })
    expect(reply.statusCode).toBe(200)
    const { messages, cursor }: { messages: { id: string }[]; cursor: string } = reply.json()
    arrivals.push(...messages.map((message) => message.id))
    return { count: messages.length, cursor }
  }
  const acknowledge = async (cursor: string): Promise<void> => {
    const url = `/api/v1/receiver/${id}/messages/acknowledge`
    const reply = await server.app.inject({ method: 'POST', url, headers: { authorization }, payload: { cursor } })
    expect(reply.statusCode).toBe(200)
  }
  return {
    id,
    arrivals: () => arrivals,
    isReread: true,
    begin: (next: Fault) => void (fault = next),
    end: () => void (fault = undefined),
    /** Asks once, as the station does now and then. @returns how many messages it got */
    async ask(): Promise<number> {
      if (fault === 'killed') return 0
      const { count, cursor } = await read(fault === 'slow' ? '?limit=1' : '')
      if (fault === 'hung' || count === 0) return count
      if (fault === 'restarted') await read()
      await acknowledge(cursor)
      if (fault === 'half-closed') await acknowledge(cursor)
      return count
    },
  }
}
