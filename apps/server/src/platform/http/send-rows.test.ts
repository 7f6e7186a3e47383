import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPlaces } from '@winnow/domain'
import { createRowSender, type NextPage, type RowPlaces, type RowSender } from './send-rows.ts'

const app = () => Fastify()
let server: ReturnType<typeof app>
let sender: RowSender
let lists: NextPage<number | string>[]
/** Two places for each company, in memory. */
function twoPlaces(): RowPlaces {
  const places = createPlaces({ perHolder: 2 })
  return {
    async take(company) {
      const leave = places.take(company)
      return leave && { renew: async () => {}, leave: async () => leave() }
    },
  }
}

beforeEach(() => {
  server = app()
  sender = createRowSender(twoPlaces())
  server.get<{ Params: { company: string } }>('/:company', (request, reply) =>
    sender.send(reply, request.params.company, lists),
  )
})
afterEach(() => server.close())

const ask = (company = 'one') => server.inject({ url: `/${company}` })
/** Returns the numbers up to a limit, in pages of the given size. */
const numbers =
  (to: number, perPage: number): NextPage<number | string> =>
  async (after = 0) =>
    Array.from({ length: perPage }, (_, at) => Number(after) + at + 1).filter((number) => number <= to)

it.each([
  ['nothing', [numbers(0, 3)], []],
  ['a page that is not full', [numbers(2, 3)], [1, 2]],
  ['pages that are full', [numbers(6, 3)], [1, 2, 3, 4, 5, 6]],
  ['lists one after the other, empty ones too', [numbers(4, 3), numbers(0, 3), numbers(1, 3)], [1, 2, 3, 4, 1]],
])('sends %s as one array', async (_what, wanted, expected) => {
  lists = wanted
  const reply = await ask()
  expect(reply.headers['content-type']).toContain('application/json')
  expect(reply.json()).toEqual(expected)
})

describe('a list that is usually short', () => {
  const node = { name: 'Client 1' }
  const shapes = [
    ['alone', {}, (rows: number[]) => rows],
    ['as a field of an object', { within: { node, field: 'sites' } }, (rows: number[]) => ({ ...node, sites: rows })],
    ['as the only field', { within: { node: {}, field: 'sites' } }, (rows: number[]) => ({ sites: rows })],
  ] as const
  beforeEach(() => {
    server.get<{ Params: { shape: string; rows: string } }>('/list/:shape/:rows', (request, reply) =>
      sender.sendList(reply, 'one', numbers(Number(request.params.rows), 3), {
        isLong: Number(request.params.rows) > 3,
        ...shapes[Number(request.params.shape)]?.[1],
      }),
    )
  })

  it.each(shapes.flatMap((shape, at) => [0, 3, 4, 7].map((rows) => ({ shape, at, rows }))))(
    'is complete with $rows rows, $shape.0',
    async ({ shape, at, rows }) => {
      const reply = await server.inject(`/list/${at}/${rows}`)
      expect(reply.json()).toEqual(shape[2](Array.from({ length: rows }, (_, n) => n + 1)))
      // Only a list that is streamed has no length.
      expect(reply.headers['content-length'] === undefined).toBe(rows > 3)
    },
  )

  it('takes one of the two places only if it is long', async () => {
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    let readers = 0
    lists = [
      async (after) => {
        if (after !== undefined) return []
        if (++readers === 2) begun.resolve()
        await gate.promise
        return ['row']
      },
    ]
    const held = Promise.all([ask(), ask()])
    await begun.promise
    expect((await server.inject('/list/0/3')).statusCode).toBe(200)
    expect((await server.inject('/list/0/4')).statusCode).toBe(429)
    gate.resolve()
    await held
    expect((await server.inject('/list/0/4')).statusCode).toBe(200)
  })
})

it('limits a company to two answers at once, and accepts the next when one has ended', async () => {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let reader = 0
  const held = (): NextPage<number | string> => {
    const at = reader++
    return async (after) => {
      if (after !== undefined) return []
      begun[at]?.resolve()
      await gates[at]?.promise
      return ['row']
    }
  }
  lists = [held()]
  const first = ask()
  await begun[0]?.promise
  lists = [held()]
  const second = ask()
  await begun[1]?.promise
  lists = [numbers(1, 1)]
  const refused = await ask()
  expect(refused.json()).toMatchObject({ code: 'RATE_LIMITED' })
  expect((await ask('another')).json()).toEqual([1])
  gates[0]?.resolve()
  expect((await first).json()).toEqual(['row'])
  expect((await ask()).json()).toEqual([1])
  gates[1]?.resolve()
  await second
})

it('disconnects a reader that is stalled for half a minute, prefetches little, and frees its place', async () => {
  let [pages, reading] = [0, 0]
  const ended = Promise.withResolvers<void>()
  const endless: NextPage<number | string> = async () => {
    pages++
    reading++
    await Promise.resolve()
    reading--
    return ['x'.repeat(65_536)]
  }
  const send = sender.send.bind(sender)
  sender.send = (reply, company, wanted) => {
    reply.raw.once('close', () => ended.resolve())
    return send(reply, company, wanted)
  }
  lists = [endless]
  await server.listen({ host: '127.0.0.1', port: 0 })
  const arrived = once(server.server, 'connection')
  const asking = get(`${server.listeningOrigin}/one`)
  asking.on('error', () => {})
  const [[socket], [response]]: [Socket[], IncomingMessage[]] = await Promise.all([arrived, once(asking, 'response')])
  response?.on('error', () => {})
  // The client reads nothing. The operating system's signal after half a minute is simulated now.
  expect(socket?.timeout).toBe(30_000)
  expect(reading).toBe(0)
  socket?.emit('timeout')
  await ended.promise
  // Only as many pages as the buffers of a connection hold.
  expect(pages).toBeLessThan(500)
  asking.destroy()
  lists = [numbers(1, 1)]
  // Both places are free as soon as the server has noticed the closed connection.
  let statuses: number[]
  do statuses = (await Promise.all([ask(), ask()])).map((reply) => reply.statusCode)
  while (statuses.includes(429))
  expect(statuses).toEqual([200, 200])
})
