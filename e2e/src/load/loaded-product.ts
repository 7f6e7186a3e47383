import { renderScene } from '@winnow/testkit'
import { logIn } from '../harness/api-client.ts'
import { openDatabase } from '../harness/open-database.ts'
import { removeDataDir, startProduct } from '../harness/product.ts'
import { createCameras } from './create-cameras.ts'
import { sendMails, type Sent } from './mail-sender.ts'

/** Figures from the database about the messages received since a given time. */
export interface Outcome {
  messages: number
  /** Messages without an alarm, or whose alarm has no verdict. */
  undecided: number
  /** The longest time from the receipt of a message to the first verdict of its alarm, in seconds. */
  longestSeconds: number
  /** Alarms that were analysed before their deadline. */
  analysedInTime: number
  /** Alarms that still wait for the analysis. */
  queued: number
}

export interface LoadedProduct {
  send(options: { perSecond: number; count: number }): Promise<Sent>
  /** The outcome of the messages that were received since the given time. */
  outcome(since: Date): Promise<Outcome>
  /** The database's current time. */
  now(): Promise<Date>
  close(): Promise<void>
}

const OUTCOME = `
  select count(*)::int as messages,
    (count(*) filter (where s.kind is distinct from 'test' and a.verdict is null))::int as undecided,
    coalesce(max(extract(epoch from a.first_verdict_at - s.received_at)), 0)::float as "longestSeconds",
    (count(*) filter (where a.verdict is not null and a.first_verdict_at < a.deadline_at))::int as "analysedInTime",
    (select count(*) from analysis_task)::int as queued
  from signal s left join alarm a on a.id = s.alarm_id where s.received_at >= $1`

/** Starts the product with the given number of cameras and some of their pictures, with loaded detectors. */
export async function startLoadedProduct(
  cameras: number,
  settings: Record<string, string> = {},
): Promise<LoadedProduct> {
  const product = await startProduct({
    isPrepared: true,
    settings: { WINNOW_DEMO: 'still', WINNOW_LOG_LEVEL: 'warn', ...settings },
  })
  try {
    const account = product.accounts['admin']
    if (!account) throw new Error('the first start printed no administrator')
    const api = await logIn(product.url, account)
    const to = (await createCameras(api, cameras)).map(({ address }) => address)
    const scenes = await Promise.all(
      (['person-walking', 'wind', 'empty'] as const).map((kind, seed) =>
        renderScene({ kind, seed, frames: 1, width: 704, height: 576 }),
      ),
    )
    const pictures = scenes.flat().map(({ jpeg }) => jpeg)
    const database = await openDatabase(product.dataDir)
    const close = async (): Promise<void> => {
      await database.end()
      await product.stop()
      await removeDataDir(product.dataDir)
    }
    return {
      send: (options) => sendMails(product.smtp, { to, pictures, ...options }),
      async outcome(since) {
        const { rows } = await database.query<Outcome>(OUTCOME, [since])
        if (!rows[0]) throw new Error('the database said nothing')
        return rows[0]
      },
      async now() {
        const { rows } = await database.query<{ now: Date }>('select clock_timestamp() as now')
        if (!rows[0]) throw new Error('the database said nothing')
        return rows[0].now
      },
      close,
    }
  } catch (error) {
    await product.stop()
    throw error
  }
}
