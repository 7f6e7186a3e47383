import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { AppError } from './app-error.ts'
import { cutStalled } from './cut-stalled.ts'

/** A reader that reads nothing for this long, in milliseconds, is disconnected. */
const STALLED_MS = 30_000
/** Seconds after which a place may be free again. */
const RETRY_AFTER = 30

/** Reads the rows after a given row, or the first rows if it is undefined. An empty page is the end of the list. */
export type NextPage<Row> = (after: Row | undefined) => Promise<readonly Row[]>

/** The places of a company for long answers. */
export interface RowPlaces {
  /** Takes a place. Resolves to undefined while the company has none left. */
  take(companyId: string): Promise<RowPlace | undefined>
}

/** A taken place. */
export interface RowPlace {
  /** Keeps the place. Called with each page. */
  renew(): Promise<void>
  /** Frees the place. */
  leave(): Promise<void>
}

/** Streams all rows of a list as one JSON array. */
export interface RowSender {
  /**
   * Answers with the rows of all pages, one list after the other. The next page is read when the reader has read the previous page. So at
   * most two pages are in memory, and no transaction waits for a reader.
   * @throws AppError RATE_LIMITED while the company has two such answers
   */
  send<Row>(reply: FastifyReply, companyId: string, lists: readonly NextPage<Row>[]): Promise<Row[]>
  /**
   * Answers with a list that is usually short. A short list is the usual reply. A long one is streamed, as by `send`.
   * @param form whether the list has more than one page, and the object that has the list as a field, unless the reply is the list alone
   * @throws AppError RATE_LIMITED if the list is long, while the company has two such answers
   */
  sendList<Row, Reply>(
    reply: FastifyReply,
    companyId: string,
    next: NextPage<Row>,
    form: { isLong: boolean; within?: { node: object; field: string } },
  ): Promise<Reply>
}

interface Framed {
  /** JSON before and after the rows of a list. */
  frame?: readonly [head: string, tail: string]
  place: Pick<RowPlace, 'renew'>
  /** Called after the last row, or when the reader has disconnected. */
  leave: () => Promise<void>
}

async function* jsonOf<Row>(
  lists: readonly NextPage<Row>[],
  { frame: [head, tail] = ['', ''], place, leave }: Framed,
): AsyncGenerator<string> {
  let separator = `${head}[`
  try {
    for (const next of lists) {
      let rows = await next(undefined)
      while (rows.length > 0) {
        await place.renew()
        yield separator + rows.map((row) => JSON.stringify(row)).join(',')
        separator = ','
        rows = await next(rows.at(-1))
      }
    }
  } finally {
    // Before the end of the reply, so that a reader who has it all finds a free place.
    await leave()
  }
  yield (separator === ',' ? '' : separator) + `]${tail}`
}

/** The JSON of an object before and after one more field. */
function frameOf({ node, field }: { node: object; field: string }): readonly [string, string] {
  const own = JSON.stringify(node).slice(0, -1)
  return [`${own}${own === '{' ? '' : ','}${JSON.stringify(field)}:`, '}']
}

export function createRowSender(places: RowPlaces): RowSender {
  async function stream<Row>(
    reply: FastifyReply,
    companyId: string,
    lists: readonly NextPage<Row>[],
    frame?: readonly [string, string],
  ): Promise<never> {
    const place = await places.take(companyId)
    if (!place)
      throw new AppError('RATE_LIMITED', 'Two lists of everything are being read already; wait until one has ended', {
        retryAfter: RETRY_AFTER,
      })
    let left = false
    const leave = async () => {
      if (left) return
      left = true
      // Its time runs out by itself.
      await place
        .leave()
        .catch((error: unknown) => reply.log.warn({ err: error }, 'a place for a long list stays taken'))
    }
    const body = Readable.from(jsonOf(lists, { place, leave, ...(frame ? { frame } : {}) }), { objectMode: false })
    // If the reader disconnects before the first row is requested, the generator never runs.
    body.once('close', () => void leave())
    cutStalled(reply, STALLED_MS)
    // The handler's result is the reply itself, which is being sent already.
    return reply.header('content-type', 'application/json; charset=utf-8').send(body) as never
  }
  return {
    send: async (reply, companyId, lists) => stream(reply, companyId, lists),
    async sendList<Row, Reply>(
      reply: FastifyReply,
      companyId: string,
      next: NextPage<Row>,
      { isLong, within }: { isLong: boolean; within?: { node: object; field: string } },
    ) {
      if (isLong) return stream(reply, companyId, [next], within && frameOf(within))
      const list = await next(undefined)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the operation's schema checks a reply that is not streamed
      return (within ? { ...within.node, [within.field]: list } : list) as Reply
    },
  }
}
