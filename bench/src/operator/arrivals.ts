import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { publishLive } from '@winnow/server/src/modules/live/publish-live.ts'
import { systemClock } from '@winnow/server/src/platform/clock.ts'
import { createDb, createPool } from '@winnow/server/src/platform/db/pool.ts'
import { inTenant, type Db } from '@winnow/server/src/platform/db/transaction.ts'
import { startEventBus } from '@winnow/server/src/platform/events/event-bus.ts'
import { newId } from '@winnow/server/src/platform/ids.ts'
import { createLogger } from '@winnow/server/src/platform/log.ts'
import { findRunningPostgres } from '@winnow/server/src/platform/postgres/embedded-postgres.ts'
import { sql } from 'kysely'
import { COMPANY } from '../seed/alarm-seed.ts'
import { FRAMES, framesOf } from './operator-seed.ts'

/** From an alarm to its verdict, as on a machine that keeps up. */
const VERDICT_MS = 300
const CAMERAS = 2_000

interface Camera {
  id: string
  site_id: string
  project_id: string
}

/** Alarms that arrive at a steady rate. */
export interface Arrivals {
  /** When each alarm was begun to be stored: milliseconds since the epoch, by id. */
  sent: ReadonlyMap<string, number>
  /** Ends the arrivals, when those under way are stored. It throws the first error of an arrival. */
  stop(): Promise<void>
}

/**
 * Lets alarms arrive in a running product. Each is stored with its pictures, its counts and its live message as the product does it, and gets its
 * verdict a moment later. They are not analysed: that would take all of a small machine, and is measured by the bench `verdicts`.
 */
export async function startArrivals(dataDir: string, perSecond: number): Promise<Arrivals> {
  const postgres = await findRunningPostgres(join(dataDir, 'postgres'))
  if (!postgres) throw new Error('the product came up without its database')
  const url = postgres.url('runtime')
  const onError = (error: Error): void => console.error(error.message)
  const db = createDb(createPool(url, { name: 'winnow bench', maxConnections: 4, onError }))
  // The bus wakes the processes of the product after each commit, as their own do.
  const bus = startEventBus({ url, clock: systemClock, log: createLogger({ level: 'error', write: onLine }) })
  const sent = new Map<string, number>()
  const underWay = new Set<Promise<void>>()
  const failed: unknown[] = []
  const away = new AbortController()
  const cameras = await readCameras(db)
  const arrive = async (): Promise<void> => {
    const began = performance.now()
    for (let number = 0; !away.signal.aborted; number++) {
      const camera = cameras[Math.floor(Math.random() * cameras.length)]
      if (!camera) throw new Error('there are no cameras')
      const one: Promise<void> = storeAlarm(db, camera, sent)
        .catch((error: unknown) => void failed.push(error))
        .finally(() => underWay.delete(one))
      underWay.add(one)
      const due = began + ((number + 1) * 1_000) / perSecond
      await wait(Math.max(0, due - performance.now()), undefined, { signal: away.signal }).catch(() => undefined)
    }
  }
  const running = arrive()
  return {
    sent,
    async stop() {
      away.abort()
      try {
        await running
        await Promise.all(underWay)
      } finally {
        await bus.stop()
        await db.destroy()
      }
      if (failed.length > 0) throw failed[0]
    },
  }
}

const onLine = (line: string): void => console.error(line)

async function readCameras(db: Db): Promise<Camera[]> {
  const { rows } = await inTenant(db, COMPANY.company, (tx) =>
    sql<Camera>`select id, site_id, project_id from view where company_id = ${COMPANY.company} order by id limit ${CAMERAS}`.execute(
      tx,
    ),
  )
  return rows
}

async function storeAlarm(db: Db, camera: Camera, sent: Map<string, number>): Promise<void> {
  const { company } = COMPANY
  const now = new Date()
  const id = newId(now.getTime())
  const alarm = { id, projectId: camera.project_id, siteId: camera.site_id, viewId: camera.id, isTest: false }
  sent.set(id, now.getTime())
  await inTenant(db, company, async (tx) => {
    await sql`insert into alarm (id, company_id, project_id, site_id, view_id, received_at, last_signal_at, source, vendor, event,
        event_type, deadline_at, frame_count)
      values (${id}, ${company}, ${camera.project_id}, ${camera.site_id}, ${camera.id}, ${now}, ${now}, 'smtp', 'hikvision',
        'Motion Detected', 'motion', ${new Date(now.getTime() + 15_000)}, ${FRAMES})`.execute(tx)
    await sql`insert into frame ${sql.raw(framesOf(`select '${id}'::uuid as id`))}`.execute(tx)
    await publishLive(tx, company, { type: 'alarm.created', ...alarm, version: 1 })
  })
  await wait(VERDICT_MS)
  await inTenant(db, company, async (tx) => {
    const at = new Date()
    await sql`update alarm set verdict = 'true', verdict_at = ${at}, first_verdict_at = ${at}, score = 0.9, classes = '{person}',
        analysed_signals = 1, version = version + 1 where id = ${id} and verdict is null`.execute(tx)
    await publishLive(tx, company, { type: 'alarm.changed', ...alarm, version: 2 })
  })
}
