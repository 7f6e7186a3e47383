import { listLooking, sayLooking, type Lookers } from '@winnow/contract'
import { z } from 'zod'
import { openEventConnection, type EventConnection } from '../../platform/events/event-connection.ts'
import { notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import type { Ticker } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import { findPlaceOf } from '../access/index.ts'
import type { LiveHub } from './live-hub.ts'
import { createLookingBoard, type Look, type LookedAlarm } from './looking-board.ts'
import { mayHear } from './may-hear.ts'

const SWEEP_MS = 5_000
/** Maximum number of alarms in a reply. */
const MAX_ALARMS = 500

const heard = z.object({
  companyId: z.string(),
  userId: z.string(),
  name: z.string(),
  tab: z.string(),
  alarm: z.object({ id: z.string(), projectId: z.string(), siteId: z.string(), viewId: z.string() }).nullable(),
})

export interface LookingDeps {
  runtimeUrl: string
  hub: LiveHub
  ticker: Ticker
  log: Logger
}

export interface Looking {
  say(look: Look): Promise<void>
  list(companyId: string): { alarm: LookedAlarm; lookers: Lookers }[]
  stop(): Promise<void>
}

/**
 * Who looks at which alarm, in all processes. A process tells the others by notifications of the database, outside any transaction, so
 * that nothing is stored. A lost notification is made up for by the next one: who looks says so every 15 seconds.
 */
export function createLooking({ runtimeUrl, hub, ticker, log }: LookingDeps): Looking {
  const board = createLookingBoard(
    () => performance.now(),
    (companyId, { id, projectId, siteId, viewId }, lookers) =>
      hub.tellCompany(companyId, { type: 'alarm.looked', id, projectId, siteId, viewId, ...lookers }),
  )
  let connection: EventConnection | undefined
  const endSweeps = ticker.every(SWEEP_MS, () => board.sweep())
  /** Listens from the first use on: a process that serves no console needs no connection. */
  const connect = (): EventConnection =>
    (connection ??= openEventConnection({
      url: runtimeUrl,
      name: 'winnow looking',
      channel: 'winnow_looking',
      onNotified(payload) {
        try {
          board.note(heard.parse(JSON.parse(payload)))
        } catch (err) {
          log.warn({ err }, 'a message about who looks at what could not be read')
        }
      },
      onConnected: () => undefined,
      onError: (err) => log.warn({ err }, 'who looks at what cannot be told to other processes'),
    }))
  return {
    async say(look) {
      board.note(look)
      // Without a connection the other processes learn of it with the next message.
      await connect()
        .notifyOthers(JSON.stringify(look))
        .catch((err: unknown) => log.debug({ err }, 'a look was not told to other processes'))
    },
    list(companyId) {
      connect()
      return board.list(companyId)
    },
    async stop() {
      endSweeps()
      await connection?.close()
    },
  }
}

export function registerLooking(register: Register, { looking }: { looking: Looking }): void {
  register.read(sayLooking, {
    async reply({ actor, params, body, read }) {
      const { companyId, userId, name } = actor
      const place = await read((tx) => findPlaceOf(tx, 'alarm', params.id))
      if (!place?.project_id || !place.site_id || !place.view_id || userId === null) throw notFound()
      const alarm = { id: params.id, projectId: place.project_id, siteId: place.site_id, viewId: place.view_id }
      await looking.say({ companyId, userId, name, tab: body.tab, alarm: body.gone ? null : alarm })
      return { success: true as const }
    },
  })

  register.read(listLooking, {
    async reply({ actor }) {
      const all = looking.list(actor.companyId).filter(({ alarm }) => mayHear(actor.grants, alarm))
      return { alarms: all.slice(0, MAX_ALARMS).map(({ alarm, lookers }) => ({ alarmId: alarm.id, ...lookers })) }
    },
  })
}
