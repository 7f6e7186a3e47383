import { once } from 'node:events'
import { request } from 'node:http'
import { getCurrentUser } from '@winnow/contract'
import type { Attack, Target } from './attack.ts'

const CONNECTIONS = 8
const MEGABYTE = 1024 * 1024
const brackets = (bytes: number): string => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2)
/** What was tried: as large as it gets, the same without saying how large, and as large as is let in. */
const BODIES = [
  { body: brackets(MEGABYTE), isAnnounced: true },
  { body: brackets(MEGABYTE), isAnnounced: false },
  { body: brackets(16 * 1024), isAnnounced: true },
]
/** A parser takes 90 ms and more for a megabyte of it, so somebody else would wait for several of these. */
const MOST_MEDIAN_MS = 200

/** Sends a body to the login; gives the status, or nothing when the connection was cut first. */
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
  title: 'a flood of nested JSON from somebody without an account is refused unread and delays nobody',
  async run(target) {
    const { admin, scale } = target
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
    while (!over.signal.aborted) {
      const began = performance.now()
      await admin.call(getCurrentUser)
      waits.push(performance.now() - began)
    }
    await flood
    const letIn = statuses.filter((status) => status !== undefined && ![400, 413, 429].includes(status))
    if (letIn.length > 0) throw new Error(`answered with ${[...new Set(letIn)].join()}`)
    if (!statuses.includes(413)) throw new Error('none was refused for its size')
    if (median(waits) > MOST_MEDIAN_MS) throw new Error(`others waited ${Math.round(median(waits))} ms`)
  },
}
