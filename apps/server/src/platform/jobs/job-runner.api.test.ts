import { fork } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestDatabase, type TestDatabase } from '../../../test/database/test-database.ts'
import { until } from '../../../test/until.ts'
import { inTenant } from '../db/transaction.ts'
import { newId } from '../ids.ts'
import { createLogger } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import { registerSecret } from '../secret-values.ts'
import { graphileQueue as queue } from './graphile-queue.ts'
import { defineJob, type JobContext } from './job.ts'
import { type JobRunner, type JobRunnerOptions, startJobRunner } from './job-runner.ts'
import { registerJob } from './register-job.ts'
import { reapDeadPools } from './worker-heartbeat.ts'

const company = newId()
const greet = defineJob('test.greet', z.object({ name: z.string(), loud: z.boolean().default(false) }))
const lines: string[] = []
const log = createLogger({ level: 'info', write: (line) => lines.push(line) })

let database: TestDatabase
const runners: JobRunner[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()))
  await sql`delete from graphile_worker._private_jobs`.execute(database.owner)
  // Workers that lost their connections may have left heartbeats behind.
  await sql`delete from worker_heartbeat`.execute(database.owner)
  lines.length = 0
})

async function startRunner(options: Partial<JobRunnerOptions>): Promise<JobRunner> {
  const runner = await startJobRunner({ url: database.ownerUrl, jobs: [], log, pollMs: 50, ...options })
  runners.push(runner)
  return runner
}

/** A handler of `greet` that records its payload and follows the test's instructions. */
function greeter(behave: (name: string, context: JobContext) => Promise<void> | void = () => {}) {
  const greeted: { name: string; loud: boolean; attempt: number }[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  const job = registerJob(greet, () => async (payload, context) => {
    greeted.push({ ...payload, attempt: context.attempt })
    for (const { count, resolve } of waiting) if (greeted.length >= count) resolve()
    await behave(payload.name, context)
  })
  const runs = (count: number) =>
    greeted.length >= count ? undefined : new Promise<void>((resolve) => waiting.push({ count, resolve }))
  return { job, greeted, runs, names: () => greeted.map(({ name }) => name) }
}

async function jobRows(): Promise<{ attempts: number; last_error: string | null; locked_by: string | null }[]> {
  const { rows } = await sql<{ attempts: number; last_error: string | null; locked_by: string | null }>`
    select attempts, last_error, locked_by from graphile_worker._private_jobs order by id`.execute(database.owner)
  return rows
}

/** Resolves when no job is left that is due. */
async function untilNothingIsLeft(): Promise<void> {
  await until('all jobs to be done', async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from graphile_worker._private_jobs
      where run_at <= now() and attempts < max_attempts`.execute(database.owner)
    return rows[0]?.n === 0
  })
}

async function endConnections(application: string): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = ${application} and datname = current_database()`.execute(database.owner)
}

describe('a job', () => {
  test('runs after its transaction has committed, as the runtime role wrote it, with its schema’s defaults', async () => {
    const { job, greeted, runs } = greeter()
    await startRunner({ jobs: [job] })
    await inTenant(database.runtime, company, (tx) => queue.enqueue(tx, greet, { name: 'Ada' }))
    await runs(1)
    expect(greeted).toEqual([{ name: 'Ada', loud: false, attempt: 1 }])
    await untilNothingIsLeft()
  })

  test('does not run when its transaction is rolled back', async () => {
    const { job, names, runs } = greeter()
    await startRunner({ jobs: [job] })
    const failing = inTenant(database.runtime, company, async (tx) => {
      await queue.enqueue(tx, greet, { name: 'nobody' })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await queue.enqueue(database.runtime, greet, { name: 'Ada' })
    await runs(1)
    await untilNothingIsLeft()
    expect(names()).toEqual(['Ada'])
  })

  test('is not enqueued if its schema refuses its payload', async () => {
    // @ts-expect-error -- the types refuse it too
    await expect(queue.enqueue(database.runtime, greet, { name: 7 })).rejects.toThrow(/expected string/)
    expect(await jobRows()).toEqual([])
  })

  test('waits for its time, is replaced by a second job with the same key, and can be cancelled', async () => {
    const { job, names, runs } = greeter()
    await startRunner({ jobs: [job] })
    const inAnHour = new Date(Date.now() + 3_600_000)
    await queue.enqueue(database.runtime, greet, { name: 'first' }, { key: 'greet:1', at: inAnHour })
    await queue.enqueue(database.runtime, greet, { name: 'cancelled' }, { key: 'greet:2', at: inAnHour })
    await queue.enqueue(database.runtime, greet, { name: 'later' }, { key: 'greet:3', at: inAnHour })
    await queue.enqueue(database.runtime, greet, { name: 'second' }, { key: 'greet:1', at: new Date() })
    await queue.cancel(database.runtime, 'greet:2')
    await runs(1)
    await untilNothingIsLeft()
    expect(names()).toEqual(['second'])
    expect(await jobRows()).toHaveLength(1)
  })

  test('is not replaced while it runs: the new job runs after it', async () => {
    const release = Promise.withResolvers<void>()
    const { job, names, runs } = greeter((name) => (name === 'first' ? release.promise : undefined))
    await startRunner({ jobs: [job], concurrency: 2 })
    await queue.enqueue(database.runtime, greet, { name: 'first' }, { key: 'greet:1' })
    await runs(1)
    await queue.enqueue(database.runtime, greet, { name: 'second' }, { key: 'greet:1' })
    await runs(2)
    release.resolve()
    await untilNothingIsLeft()
    expect(names()).toEqual(['first', 'second'])
  })

  test('is retried later if it fails, and stops after its last attempt, without its secret in log or table', async () => {
    registerSecret('pl4nted-secret')
    const { job, runs } = greeter(() => Promise.reject(new Error('no answer from https://u:pl4nted-secret@host/')))
    const metrics = createMetrics()
    await startRunner({ jobs: [job], metrics })
    const twice = { ...greet, maxAttempts: 2 }
    await queue.enqueue(database.runtime, twice, { name: 'Ada' })
    await runs(1)
    const failedOnce = async () => (await jobRows())[0]
    await until('the job to be given back', async () => (await failedOnce())?.locked_by === null)
    expect(await failedOnce()).toMatchObject({ attempts: 1, last_error: expect.stringContaining('no answer') })
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(database.owner)
    await runs(2)
    await untilNothingIsLeft()
    await until('the job to be given back', async () => (await failedOnce())?.locked_by === null)
    const entries = lines.map((line) => z.object({ level: z.string(), msg: z.string() }).parse(JSON.parse(line)))
    expect(entries).toMatchObject([
      { level: 'warn', msg: 'a job failed and is tried again' },
      { level: 'error', msg: 'a job failed for the last time' },
    ])
    expect(lines.join('') + JSON.stringify(await jobRows())).not.toContain('pl4nted-secret')
    expect((await metrics.render()).body).toContain('winnow_job_seconds_count{job="test.greet",result="given up"} 1')
  })
})

describe('ticks', () => {
  test('are jobs that a worker runs, and an invalid pattern is an error at the start', async () => {
    const ticked = Promise.withResolvers<void>()
    await startRunner({ ticks: [{ name: 'sweep', cron: '* * * * *', run: () => Promise.resolve(ticked.resolve()) }] })
    // Adds the job that graphile-worker's clock adds in each minute.
    await sql`select graphile_worker.add_job('tick.sweep', '{"_cron":{"ts":"2026-11-20T12:00:00Z"}}')`.execute(
      database.owner,
    )
    await ticked.promise
    const wrong = startJobRunner({
      url: database.ownerUrl,
      jobs: [],
      log,
      ticks: [{ name: 'wrong', cron: 'every minute', run: () => Promise.resolve() }],
    })
    await expect(wrong).rejects.toThrow(/cron/i)
  })
})

test('workers that lose all their connections at any moment run all jobs and do not end the process', async () => {
  const { job, names } = greeter()
  await startRunner({ jobs: [job], beatMs: 100, silentSeconds: 2 })
  const wanted: string[] = []
  for (let round = 0; round < 4; round++) {
    for (let at = 0; at < 10; at++) {
      const name = `${round}.${at}`
      wanted.push(name)
      await queue.enqueue(database.runtime, greet, { name })
      if (at % 4 === round) await endConnections('winnow jobs')
    }
  }
  await untilNothingIsLeft()
  // Some jobs may have run twice, because their end was not stored in time.
  expect([...new Set(names())].toSorted()).toEqual(wanted.toSorted())
})

test('workers whose connections end during the search for their first job still find it', async () => {
  const { job, runs, names } = greeter()
  const { owner } = database
  const starting = await owner.transaction().execute(async (tx) => {
    await sql`lock table graphile_worker._private_tasks in access exclusive mode`.execute(tx)
    const runner = startRunner({ jobs: [job], beatMs: 100 })
    await until('the workers to look up their tasks', async () => {
      const { rows } = await sql`select from pg_stat_activity where datname = current_database()
        and query like '%_private_tasks as tasks%' and wait_event_type = 'Lock'`.execute(owner)
      return rows.length > 0
    })
    await endConnections('winnow jobs')
    return { runner }
  })
  await starting.runner
  await queue.enqueue(database.runtime, greet, { name: 'Ada' })
  await runs(1)
  await untilNothingIsLeft()
  expect(names()).toEqual(['Ada'])
})

test('workers release their connection once if they end before their LISTEN is confirmed and the LISTEN then fails', async () => {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<never>()
  const given = Promise.withResolvers<void>()
  const query = Object.getOwnPropertyDescriptor(Client.prototype, 'query')
  if (typeof query?.value !== 'function') throw new Error('clients of pg ask by another method now')
  const asking = new Proxy(query.value, {
    apply(target, client: Client, args: unknown[]): unknown {
      const [text] = args
      if (text === 'LISTEN "jobs:insert"; LISTEN "worker:migrate";') {
        asked.resolve()
        return answer.promise
      }
      if (text === 'UNLISTEN "jobs:insert"; UNLISTEN "worker:migrate";') given.resolve()
      return Reflect.apply(target, client, args)
    },
  })
  Object.defineProperty(Client.prototype, 'query', { ...query, value: asking })
  try {
    const runner = await startJobRunner({ url: database.ownerUrl, jobs: [], log })
    await asked.promise
    const stopped = runner.stop()
    await given.promise
    answer.reject(new Error('terminating connection due to administrator command'))
    await expect(stopped).resolves.toBeUndefined()
  } finally {
    Object.defineProperty(Client.prototype, 'query', query)
  }
})

test('two handlers for one job are an error at the start', async () => {
  await expect(startRunner({ jobs: [greeter().job, greeter().job] })).rejects.toThrow('two handlers')
})

test('stopping waits for running jobs and starts no new ones', async () => {
  const release = Promise.withResolvers<void>()
  const { job, runs, names } = greeter(() => release.promise)
  const runner = await startJobRunner({ url: database.ownerUrl, jobs: [job], log, concurrency: 1 })
  await queue.enqueue(database.runtime, greet, { name: 'running' })
  await runs(1)
  let stopped = false
  const stopping = runner.stop().then(() => (stopped = true))
  await queue.enqueue(database.runtime, greet, { name: 'waiting' })
  expect(stopped).toBe(false)
  release.resolve()
  await stopping
  expect(names()).toEqual(['running'])
  expect(await jobRows()).toMatchObject([{ attempts: 0, locked_by: null }])
  const { rows } = await sql`select from worker_heartbeat`.execute(database.owner)
  expect(rows).toEqual([])
})

/** Starts a process that takes a job, and kills the process during the job. */
async function killInTheMiddle(): Promise<void> {
  await queue.enqueue(database.runtime, greet, { name: 'orphan' })
  const child = fork(new URL('./hold-jobs.fixture.ts', import.meta.url), [database.ownerUrl])
  await once(child, 'message')
  child.kill('SIGKILL')
  await once(child, 'exit')
}

describe('the job of a killed process', () => {
  test('is given to another process after a certain time without heartbeats of the dead one', async () => {
    await killInTheMiddle()
    expect(await jobRows()).toMatchObject([{ attempts: 1, locked_by: expect.stringMatching(/^pool-/) }])
    const { job, greeted, runs } = greeter()
    await startRunner({ jobs: [job], beatMs: 20 })
    await sql`update worker_heartbeat set beat_at = now() - interval '29 seconds' where pool_id = ${(await jobRows())[0]?.locked_by}`.execute(
      database.owner,
    )
    expect(await reapDeadPools(database.ownerPool, 30)).toEqual([])
    expect(greeted).toEqual([])
    await sql`update worker_heartbeat set beat_at = now() - interval '31 seconds' where pool_id = ${(await jobRows())[0]?.locked_by}`.execute(
      database.owner,
    )
    await runs(1)
    expect(greeted).toEqual([{ name: 'orphan', loud: false, attempt: 2 }])
    await untilNothingIsLeft()
  })

  test('is given to another process even if the dead one never sent a heartbeat', async () => {
    await killInTheMiddle()
    const dead = (await jobRows())[0]?.locked_by
    await sql`delete from worker_heartbeat`.execute(database.owner)
    expect(await reapDeadPools(database.ownerPool, 30)).toEqual([])
    await sql`update graphile_worker._private_jobs set locked_at = now() - interval '31 seconds'`.execute(
      database.owner,
    )
    expect(await reapDeadPools(database.ownerPool, 30)).toEqual([dead])
    expect(await jobRows()).toMatchObject([{ locked_by: null }])
  })

  test('stays with a living process, however long it takes', async () => {
    const release = Promise.withResolvers<void>()
    const { job, runs, greeted } = greeter(() => release.promise)
    await startRunner({ jobs: [job], beatMs: 200 })
    await queue.enqueue(database.runtime, greet, { name: 'slow' })
    await runs(1)
    await sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 hour'`.execute(database.owner)
    expect(await reapDeadPools(database.ownerPool, 30)).toEqual([])
    release.resolve()
    await untilNothingIsLeft()
    expect(greeted).toHaveLength(1)
  })
})

describe('after the clock was set back', () => {
  const TOMORROW = "now() + interval '1 day'"

  test('jobs that wait for a retry or are locked by a dead worker run now, and a job scheduled for a time waits for it', async () => {
    await queue.enqueue(database.owner, greet, { name: 'retried' })
    await queue.enqueue(database.owner, greet, { name: 'held' })
    await queue.enqueue(database.owner, greet, { name: 'just enqueued' })
    await queue.enqueue(database.owner, greet, { name: 'for a time' }, { at: new Date(Date.now() + 3_600_000) })
    const change = (name: string, to: string) =>
      sql`update graphile_worker._private_jobs set ${sql.raw(to)}, updated_at = ${sql.raw(TOMORROW)}
        where payload ->> 'name' = ${name}`.execute(database.owner)
    await change('retried', `attempts = 3, run_at = ${TOMORROW} + interval '10 minutes'`)
    await change('held', `locked_by = 'dead', locked_at = ${TOMORROW}`)
    await change('just enqueued', `run_at = ${TOMORROW}`)
    await sql`insert into worker_heartbeat (pool_id, beat_at) values ('dead', ${sql.raw(TOMORROW)})`.execute(
      database.owner,
    )
    const { job, runs, names } = greeter()
    await startRunner({ jobs: [job], beatMs: 50, silentSeconds: 0.2 })
    await runs(3)
    expect(names().toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['held', 'just enqueued', 'retried'])
    await until('the others to be left', async () => (await jobRows()).length === 1)
  })

  test('ticks whose last run lies in the future run again, and workers restart after this machine’s clock was set', async () => {
    let now = new Date()
    const tick = { name: 'test.look', cron: '* * * * *', run: async () => {} }
    await startRunner({ ticks: [tick], beatMs: 20, machineClock: { now: () => now } })
    await sql`update graphile_worker._private_known_crontabs set last_execution = ${sql.raw(TOMORROW)}`.execute(
      database.owner,
    )
    await until('the time of the tick to be brought back', async () => {
      const { rows } = await sql`select from graphile_worker._private_known_crontabs
        where last_execution > now() + interval '1 minute'`.execute(database.owner)
      return rows.length === 0
    })
    now = new Date(now.getTime() - 86_400_000)
    const line = await until('new workers', async () => lines.find((one) => one.includes('are started again')))
    expect(line).toContain('clock was set back')
  })
})
