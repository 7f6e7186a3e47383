import { Readable } from 'node:stream'
import { createPlaces } from '@winnow/domain'
import type { FastifyReply } from 'fastify'
import { AppError } from './app-error.ts'
import { cutStalled } from './cut-stalled.ts'

/** A reader that takes nothing for so long is cut off. */
const STALLED_MS = 30_000
/** Answers of one company at once. */
const PER_COMPANY = 2
/** Seconds after which a place may be free again. */
const RETRY_AFTER = 30

/** Reads the rows behind one, the first ones where it is undefined; an empty page is the end. */
export type NextPage<Row> = (after: Row | undefined) => Promise<readonly Row[]>

/** Streams all rows of a list as one JSON array. */
export interface RowSender {
  /**
   * Answers with the rows of the pages, one list after the other. The next page is read when the reader has taken the last one, so that no
   * more than two are in memory, and no transaction waits for a reader.
   * @throws AppError RATE_LIMITED while the company has two such answers
   */
  send<Row>(reply: FastifyReply, companyId: string, lists: readonly NextPage<Row>[]): Promise<Row[]>
}

/** @param leave called when the last row was read, or the reader has gone */
async function* jsonOf<Row>(lists: readonly NextPage<Row>[], leave: () => void): AsyncGenerator<string> {
  let separator = '['
  try {
    for (const next of lists) {
      let rows = await next(undefined)
      while (rows.length > 0) {
        yield separator + rows.map((row) => JSON.stringify(row)).join(',')
        separator = ','
        rows = await next(rows.at(-1))
      }
    }
  } finally {
    leave()
  }
  yield separator === '[' ? '[]' : ']'
}

export function createRowSender(): RowSender {
  const places = createPlaces({ perHolder: PER_COMPANY })
  return {
    async send(reply, companyId, lists) {
      const leave = places.take(companyId)
      if (!leave)
        throw new AppError('RATE_LIMITED', 'Two lists of everything are being read already; wait until one has ended', {
          retryAfter: RETRY_AFTER,
        })
      const body = Readable.from(jsonOf(lists, leave), { objectMode: false })
      // Of a reader who went before the first row was asked for, nothing else would say so.
      body.once('close', leave)
      cutStalled(reply, STALLED_MS)
      // The handler's result is the reply itself, which is being sent already.
      return reply.header('content-type', 'application/json; charset=utf-8').send(body) as never
    },
  }
}
