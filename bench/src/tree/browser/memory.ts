import { readFile } from 'node:fs/promises'
import { API_BASE } from '@winnow/contract'
import { settle } from './settle.ts'
import { openTree, type RunningTree } from './with-tree.ts'

const MB = 1_000_000
const SAMPLE_MS = 50
const CLIENT_PAGES = 100

/** The memory that belongs to a process in MB: its own pages, and its share of those that processes have in common. */
export async function memoryOf(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return (Number(/^Pss:\s+(\d+)/m.exec(text)?.[1]) * 1_024) / MB
}

/** The memory of the tab's JavaScript in MB after a garbage collection, and its DOM nodes. */
async function tabOf({ devtools }: RunningTree): Promise<{ heap: number; nodes: number }> {
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('Performance.enable')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const metric = (name: string) => metrics.find((each) => each.name === name)?.value ?? Number.NaN
  return { heap: metric('JSHeapUsedSize') / MB, nodes: metric('Nodes') }
}

export interface TabMemory {
  name: string
  heap: number
  nodes: number
}

/** The memory of the tab when the tree has been opened, and after all pages of clients have been scrolled through. */
export async function measureTab(running: RunningTree): Promise<TabMemory[]> {
  const { page } = running
  await openTree(running)
  const rows: TabMemory[] = [{ name: 'the tree opened', ...(await tabOf(running)) }]
  for (let at = 0; at < CLIENT_PAGES; at++) {
    await page.evaluate(
      `document.querySelector('[role=tree]').scrollTop = ${at} / ${CLIENT_PAGES} * document.querySelector('[role=tree]').scrollHeight`,
    )
    await settle(page)
  }
  rows.push({ name: 'all clients scrolled through', ...(await tabOf(running)) })
  return rows
}

export interface Streamed {
  path: string
  seconds: number
  megabytes: number
  before: number
  most: number
}

/** Reads a list of everything, and returns the server's memory before and at most meanwhile. */
async function readStream({ product, api }: RunningTree, path: string): Promise<Streamed> {
  const { pid } = product.process
  const before = await memoryOf(pid)
  let most = before
  const timer = setInterval(() => void memoryOf(pid).then((now) => (most = Math.max(most, now))), SAMPLE_MS)
  const began = performance.now()
  const reply = await fetch(`${product.url}${API_BASE}${path}`, {
    headers: { cookie: api.cookie, 'x-requested-with': 'bench' },
  })
  if (!reply.ok || !reply.body) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  let bytes = 0
  for await (const chunk of reply.body) bytes += chunk.byteLength
  clearInterval(timer)
  return { path, seconds: (performance.now() - began) / 1_000, megabytes: bytes / MB, before, most }
}

/** Reads each list of everything, one after the other. The first one is read twice, since the first use of anything takes memory. */
export async function measureStreams(running: RunningTree, companyId: string): Promise<Streamed[]> {
  const paths = ['/allprojects', '/allsites', '/allviews', `/company/${companyId}/tree`, '/views/v2?activeOn=true']
  await readStream(running, '/allviews')
  const rows: Streamed[] = []
  for (const path of paths) rows.push(await readStream(running, path))
  return rows
}
