import { once } from 'node:events'
import { request } from 'node:http'
import { getCurrentUser } from '@winnow/contract'
import type { Attack, Target } from './attack.ts'

const CONNECTIONS = 8
const MEGABYTE = 1024 * 1024
const brackets = (bytes: number): string => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2)
/** The bodies of the attack: far too large, the same without an announced length, and of the largest accepted size. */
const BODIES = [
  { body: brackets(MEGABYTE), isAnnounced: true },
  { body: brackets(MEGABYTE), isAnnounced: false },
  { body: brackets(16 * 1024), isAnnounced: true },
]
/** The limit for another client's median wait. If the bodies were parsed, it would wait for several of them, each of which takes 90 ms. */
const MAX_MEDIAN_MS = 200
/** The same limit as a multiple of the wait without the flood. The higher limit applies, since a busy machine is slow anyway. */
const MAX_SLOWDOWN = 10

/** Sends a body to the login. Returns the status, or nothing when the connection was cut first. */
async function send({ product, address }: Target, { body, isAnnounced }: (typeof BODIES)[number]) {
  const outgoing = request(`${product.url}/api/auth`, {
    method: 'POST',
    localAddress: address,
    agent: false,
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'attack',
      ...(isAnnounced ? { 'content-length': body.length } : {}),
    },
  })
  const answered = once(outgoing, 'response').then(
    ([response]) => {
      response.resume()
      return Number(response.statusCode)
    },
    () => undefined,
  )
  outgoing.on('error', () => {})
  outgoing.end(body)
  return answered
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

export const attack: Attack = {
  title: 'a flood of nested JSON from somebody without an account is refused unparsed and delays nobody',
  async run(target) {
    const { admin, scale } = target
    const timeOne = async () => {
      const began = performance.now()
      await admin.call(getCurrentUser)
      return performance.now() - began
    }
    const undisturbed: number[] = []
    for (let n = 0; n < 20; n++) undisturbed.push(await timeOne())
    const statuses: (number | undefined)[] = []
    const over = new AbortController()
    const flood = Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        for (let sent = 0; sent < (scale === 'whole' ? 300 : 30); sent++) {
          const body = BODIES[sent % BODIES.length]
          if (body) statuses.push(await send(target, body))
        }
      }),
    ).finally(() => over.abort())
    const waits: number[] = []
    while (!over.signal.aborted) waits.push(await timeOne())
    await flood
    const accepted = statuses.filter((status) => status !== undefined && ![400, 413, 429].includes(status))
    if (accepted.length > 0) throw new Error(`answered with ${[...new Set(accepted)].join()}`)
    if (!statuses.includes(413)) throw new Error('none was refused for its size')
    const most = Math.max(MAX_MEDIAN_MS, MAX_SLOWDOWN * median(undisturbed))
    if (median(waits) > most) throw new Error(`others waited ${Math.round(median(waits))} ms`)
  },
}
