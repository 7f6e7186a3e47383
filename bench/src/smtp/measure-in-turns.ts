import { summarise } from '../samples.ts'
import type { Sent, Way } from './senders.ts'

export const ROUNDS = 3

interface Measured {
  name: string
  way: Way
  /** Messages per second, the same as a part of the first server's, milliseconds of half and of 95 % of the messages, and how many were refused. */
  figures: [number, number, number, number, string]
}

/** Sends to servers in turns, so that a slow moment of the machine affects all. The first server is the baseline. */
export async function measureInTurns<Server extends { name: string }>(
  servers: readonly Server[],
  ways: readonly Way[],
  turn: (server: Server, way: Way) => Promise<Sent>,
): Promise<Measured[]> {
  const measured: Measured[] = []
  for (const way of ways) {
    const turns = servers.map((): Sent[] => [])
    for (let round = 0; round < ROUNDS; round++)
      for (const [index, server] of servers.entries()) turns[index]?.push(await turn(server, way))
    const all = turns.map(together)
    for (const [index, { name }] of servers.entries())
      measured.push({ name, way, figures: figuresOf(all[index], all[0]) })
  }
  return measured
}

/** The total of one server over all its turns, which have equal length. */
const together = (turns: readonly Sent[]): Sent => ({
  perSecond: turns.reduce((sum, { perSecond }) => sum + perSecond, 0) / turns.length,
  milliseconds: turns.flatMap(({ milliseconds }) => milliseconds),
  refused: turns.reduce((sum, { refused }) => sum + refused, 0),
})

function figuresOf(sent: Sent | undefined, bare: Sent | undefined): Measured['figures'] {
  if (!sent || !bare) throw new Error('nothing was sent')
  const { p50, p95 } = summarise(sent.milliseconds)
  return [sent.perSecond, sent.perSecond / bare.perSecond, p50, p95, `${sent.refused}`]
}
