import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { backgroundJob, type BackgroundJob, treeImport, type TreeImport } from '@winnow/contract'
import { startBackgroundJobs } from '@winnow/server/src/roles.ts'
import { openAccessLab, type AccessLab } from '../access/access-lab.ts'
import type { Bench, Size } from '../bench.ts'
import { figure, printTable } from '../table.ts'

const LINES: Record<Size, number> = { small: 5_000, full: 50_000 }
const CAMERAS_PER_SITE = 5
const SITES_PER_CLIENT = 10
const DATA = fileURLToPath(new URL('../../data/', import.meta.url))
/** The pause between two looks at the job, and between two measurements of the memory, in milliseconds. */
const PAUSE_MS = 50

const placesOf = (line: number) => {
  const site = Math.floor(line / CAMERAS_PER_SITE)
  return { site, client: Math.floor(site / SITES_PER_CLIENT) }
}

/** A file of new cameras with all columns that a customer's system usually has. */
function fileOf(lines: number): Buffer {
  const head = 'client,client_key,site,site_key,site_timezone,camera,camera_key,thermal,channel'
  const rows = Array.from({ length: lines }, (_, at) => {
    const { client, site } = placesOf(at)
    return `Imported client ${client},IC-${client},Site ${site},IS-${site},Europe/Berlin,Camera ${at},IV-${at},no,1`
  })
  return Buffer.from([head, ...rows].join('\r\n'))
}

interface Measured<T> {
  seconds: number
  /** How far the memory of the process rose above its value before, in MiB. */
  mib: number
  result: T
}

async function measured<T>(work: () => Promise<T>): Promise<Measured<T>> {
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), PAUSE_MS)
  const began = performance.now()
  try {
    const result = await work()
    return { seconds: (performance.now() - began) / 1_000, mib: (most - before) / 2 ** 20, result }
  } finally {
    clearInterval(timer)
  }
}

/** Asks the product by HTTP as a logged-in administrator. */
function clientOf({ url }: AccessLab, cookie: string) {
  const headers = { cookie, 'x-requested-with': 'winnow' }
  const ask = async (method: string, path: string, body?: Buffer) => {
    const type = body ? { 'content-type': 'text/csv' } : {}
    const reply = await fetch(`${url}/api/v1/${path}`, {
      method,
      headers: { ...headers, ...type },
      ...(body ? { body: new Uint8Array(body) } : {}),
    })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
    return reply
  }
  return {
    preview: async (file: Buffer) => treeImport.parse(await (await ask('POST', 'imports', file)).json()),
    async run({ id }: TreeImport): Promise<BackgroundJob> {
      await ask('POST', `imports/${id}/run`)
      const { jobId } = treeImport.parse(await (await ask('GET', `imports/${id}`)).json())
      for (;;) {
        const state = backgroundJob.parse(await (await ask('GET', `background-jobs/${jobId}/state`)).json())
        if (state.status === 'done') return state
        await wait(PAUSE_MS)
      }
    },
    /** Reads the export and returns its size in bytes. */
    async exported(): Promise<number> {
      let bytes = 0
      const reply = await ask('GET', 'export')
      for await (const chunk of reply.body ?? []) bytes += chunk.length
      return bytes
    },
  }
}

/** Writes the same number of clients, sites and cameras with one statement for each table, and removes them again. */
const plainInsert = ({ asOwner, companyId }: AccessLab, lines: number) =>
  asOwner(async (client) => {
    await client.query(`select set_config('app.system', 'on', false)`)
    await client.query('begin')
    const sites = Math.ceil(lines / CAMERAS_PER_SITE)
    await client.query(`create temp table plain on commit drop as
      select n, n / ${CAMERAS_PER_SITE} as site, n / ${CAMERAS_PER_SITE * SITES_PER_CLIENT} as client
      from generate_series(0, ${lines - 1}) n`)
    const ids = (kind: string, count: number) =>
      client.query(`create temp table ${kind} on commit drop as
        select n, gen_random_uuid() as id from generate_series(0, ${count}) n`)
    await ids('plain_client', Math.floor(sites / SITES_PER_CLIENT))
    await ids('plain_site', sites)
    const began = performance.now()
    await client.query(`insert into project (id, company_id, name, external_key)
      select id, '${companyId}', 'Plain client ' || n, 'PC-' || n from plain_client`)
    await client.query(`insert into site (id, company_id, project_id, name, external_key, timezone)
      select s.id, '${companyId}', c.id, 'Site ' || s.n, 'PS-' || s.n, 'Europe/Berlin'
      from plain_site s join plain_client c on c.n = s.n / ${SITES_PER_CLIENT}`)
    await client.query(`insert into view (id, company_id, project_id, site_id, name, external_key, address_token, channel)
      select gen_random_uuid(), '${companyId}', c.id, s.id, 'Camera ' || p.n, 'PV-' || p.n, gen_random_uuid(), '1'
      from plain p join plain_site s on s.n = p.site join plain_client c on c.n = p.client`)
    const seconds = (performance.now() - began) / 1_000
    await client.query('rollback')
    return seconds
  })

/** How long an import and an export take, and how much memory they need, beside plain SQL. */
export const bench: Bench = async ({ size }) => {
  await mkdir(DATA, { recursive: true })
  const dir = await mkdtemp(join(DATA, 'import-'))
  const count = LINES[size]
  try {
    const lab = await openAccessLab(dir)
    const worker = startBackgroundJobs(lab.container)
    try {
      const admin = await lab.createUser({ userType: 'ADMIN_USER' })
      const product = clientOf(lab, admin.cookie)
      const file = fileOf(count)
      const plain = await plainInsert(lab, count)
      const preview = await measured(() => product.preview(file))
      const run = await measured(() => product.run(preview.result))
      const again = await measured(() => product.preview(file))
      const exported = await measured(() => product.exported())
      const { counts } = preview.result
      if (counts.create !== count || run.result.statProcessed !== count || again.result.counts.none !== count)
        throw new Error(`${JSON.stringify(counts)}, ${run.result.statProcessed}, ${again.result.counts.none}`)
      console.log(`\nA file of ${count.toLocaleString('en')} new cameras, ${figure(file.length / 2 ** 20)} MiB`)
      const rowOf = (name: string, { seconds, mib }: Measured<unknown>) => [name, seconds, seconds / plain, mib]
      printTable(
        ['what', 'seconds', '× plain', 'MiB more'],
        [
          ['plain INSERT, a statement for each table', plain, 1, '–'],
          rowOf('upload and preview', preview),
          rowOf('import, as a job', run),
          rowOf('the file again: nothing changes', again),
          rowOf(`export, ${figure(exported.result / 2 ** 20)} MiB`, exported),
        ],
      )
    } finally {
      await worker.stop()
      await lab.close()
    }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
