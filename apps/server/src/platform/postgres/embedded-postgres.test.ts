import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { withClient } from '../db/with-client.ts'
import { findRunningPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import type { EmbeddedPostgres } from './embedded-postgres.ts'
import { processIdentity } from './process-identity.ts'

const HOLD_SERVER = fileURLToPath(new URL('testing/hold-server.ts', import.meta.url))

// Only the user of this process can enter this folder. If the test runs as root, the server's user cannot enter it.
let dir: string
// An existing cluster. Creating a cluster takes longest, so most tests start with a copy of this one.
let made: string
let server: EmbeddedPostgres | undefined
let holder: ChildProcess | undefined
beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'winnow-postgres-'))
  await (await startEmbeddedPostgres({ dir: made, log: () => undefined })).stop()
})
afterAll(() => rm(made, { recursive: true, force: true }))
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'winnow-postgres-'))
  await cp(made, dir, { recursive: true })
})
afterEach(async () => {
  await server?.stop()
  server = undefined
  if (holder?.connected) {
    holder.disconnect()
    await once(holder, 'exit')
  }
  await rm(dir, { recursive: true, force: true })
})

const start = async () => (server = await startEmbeddedPostgres({ dir, log: () => undefined }))
const write = (url: string) =>
  withClient(url, async (client) => {
    await client.query('create table kept (word text)')
    await client.query(`insert into kept values ('wheat')`)
  })
const read = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ word: string }>('select word from kept')
    return rows.map(({ word }) => word)
  })

/** Starts another process, which supervises the server of the folder. */
async function holdElsewhere(): Promise<{ url: string; postmaster: number; process: ChildProcess }> {
  const child = fork(HOLD_SERVER, [dir], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  holder = child
  const [message] = await once(child, 'message')
  return { ...z.object({ url: z.string(), postmaster: z.number() }).parse(message), process: child }
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

describe('startEmbeddedPostgres', () => {
  it('keeps its data after a stop and a start', async () => {
    const first = await start()
    const postmaster = first.pid() ?? 0
    await write(first.url('owner'))
    await first.stop()
    expect(processIdentity(postmaster)).toBeUndefined()
    const second = await start()
    expect(await read(second.url('owner'))).toEqual(['wheat'])
    expect(second.url('owner')).toBe(first.url('owner'))
  })

  it('stores passwords in a file that only its owner can read, and refuses connections without one', async () => {
    await rm(dir, { recursive: true })
    await mkdir(dir)
    const { url } = await start()
    const file = join(dir, 'credentials.json')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await stat(join(dir, 'cluster'))).mode & 0o777).toBe(0o700)
    const passwords = (['superuser', 'owner', 'runtime'] as const).map((role) => new URL(url(role)).password)
    expect(new Set(passwords).size).toBe(3)
    const wrong = new URL(url('owner'))
    wrong.password = 'guessed'
    await expect(withClient(wrong.href, async () => undefined)).rejects.toThrow(/password authentication failed/)
  })

  it('listens on loopback only', async ({ skip }) => {
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((address) => address?.family === 'IPv4' && !address.internal)
    skip(!outside, 'this machine has no address but loopback')
    const url = new URL((await start()).url('owner'))
    url.hostname = outside?.address ?? ''
    await expect(withClient(url.href, async () => undefined)).rejects.toThrow(/ECONNREFUSED/)
  })

  it('starts after its program was killed, and ends the remaining server', async () => {
    const before = await holdElsewhere()
    await write(before.url)
    await kill(before.process)
    expect(processIdentity(before.postmaster)).toBeDefined()
    const { url } = await start()
    expect(processIdentity(before.postmaster)).toBeUndefined()
    expect(await read(url('owner'))).toEqual(['wheat'])
  })

  it('starts after program and server were killed in the middle of a query', async () => {
    const before = await holdElsewhere()
    await write(before.url)
    // A busy backend does not notice the end of its postmaster and keeps the shared memory.
    const busy = withClient(before.url, (client) =>
      client.query('select count(*) from generate_series(1, 1e12::bigint)'),
    ).then(() => 'answered', String)
    await vi.waitFor(async () => expect(await activeQueries(before.url)).toBe(1), { timeout: 20_000 })
    process.kill(before.postmaster, 'SIGKILL')
    await kill(before.process)
    const { url } = await start()
    expect(await read(url('owner'))).toEqual(['wheat'])
    expect(await busy).toMatch(/terminated|ECONNRESET/)
  })

  it('starts after the program was killed while it created the folder', async () => {
    await rm(dir, { recursive: true })
    await mkdir(dir)
    const child = fork(HOLD_SERVER, [dir], { stdio: 'ignore' })
    await vi.waitFor(async () => expect((await readdir(dir)).join()).toContain('unfinished'), {
      interval: 5,
      timeout: 20_000,
    })
    await kill(child)
    const { url } = await start()
    await write(url('owner'))
    expect((await readdir(dir)).toSorted(new Intl.Collator('en').compare)).toEqual([
      'cluster',
      'credentials.json',
      'owner.lock',
    ])
  })

  it('restarts the server at the same address when the server is killed', async () => {
    const { url, pid } = await start()
    await write(url('owner'))
    const killed = pid() ?? 0
    process.kill(killed, 'SIGKILL')
    await vi.waitFor(async () => expect(await read(url('owner'))).toEqual(['wheat']), { timeout: 10_000 })
    expect(pid()).not.toBe(killed)
  })

  it('does not mistake another process for its server', async () => {
    await (await start()).stop()
    // After a restart of the machine the process id may belong to any process.
    await writeFile(join(dir, 'cluster', 'postmaster.pid'), `${process.pid}\n${join(dir, 'cluster')}\n0\n5432\n\n\n`)
    expect(processIdentity((await start()).pid() ?? 0)).toBeDefined()
  })

  it('moves to another port when its port is in use', async () => {
    const first = await start()
    await first.stop()
    const taken = createServer().listen(Number(new URL(first.url('owner')).port), '127.0.0.1')
    await once(taken, 'listening')
    const second = await start()
    expect(second.url('owner')).not.toBe(first.url('owner'))
    await write(second.url('owner'))
    taken.close()
  })

  it('does not end the server of another running program', async () => {
    const { url, process: other } = await holdElsewhere()
    await expect(start()).rejects.toThrow(`Winnow already runs on this data folder (process ${other.pid})`)
    await write(url)
    const running = await findRunningPostgres(dir)
    expect(running?.url('owner')).toBe(url)
  })

  it('lets only one of several simultaneous starts succeed', async () => {
    await rm(dir, { recursive: true })
    await mkdir(dir)
    const starts = await Promise.allSettled([1, 2, 3].map(() => startEmbeddedPostgres({ dir, log: () => undefined })))
    const started = starts.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    server = started[0]
    expect(started).toHaveLength(1)
  })

  it('reports the version of a folder that another version wrote, and changes nothing', async () => {
    await (await start()).stop()
    server = undefined
    const version = join(dir, 'cluster', 'PG_VERSION')
    await writeFile(version, '17\n')
    await expect(start()).rejects.toThrow(/written by PostgreSQL 17, this version of Winnow brings PostgreSQL 18/)
    expect(await readFile(version, 'utf8')).toBe('17\n')
  })

  it('reports that no server is running on a folder without one', async () => {
    expect(await findRunningPostgres(dir)).toBeUndefined()
    await (await start()).stop()
    expect(await findRunningPostgres(dir)).toBeUndefined()
  })
})

async function activeQueries(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(
      `select 1 from pg_stat_activity where state = 'active' and query like '%generate_series%' and pid <> pg_backend_pid()`,
    )
    return rows.length
  })
}
