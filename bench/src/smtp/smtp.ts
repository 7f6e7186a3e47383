import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import type { Bench, Size } from '../bench.ts'
import { summarise } from '../samples.ts'
import { printTable } from '../table.ts'
import { startBareServer } from './bare-server.ts'
import { makeMails } from './mails.ts'
import { startProductIntake } from './product-intake.ts'
import { sendAll } from './send-all.ts'

const MAILS: Record<Size, number> = { small: 160, full: 5_000 }
const CONNECTIONS = [1, 8] as const
const DATA = fileURLToPath(new URL('../../data/', import.meta.url))

/** A mail server that stores what comes, somewhere. */
export interface IntakeServer {
  port: number
  /** Addresses of cameras, to be used in turn. */
  addresses: readonly string[]
  close(): Promise<void>
}

/**
 * Mails per second through Winnow's intake, beside the same mail server writing and syncing the same bytes and doing nothing
 * else. Each mail comes in a connection of its own, as cameras send. Reading the mails afterwards is part of the product and
 * runs meanwhile; a second row shows the intake alone.
 */
export const bench: Bench = async ({ size }) => {
  await mkdir(DATA, { recursive: true })
  const dir = await mkdtemp(join(DATA, 'smtp-'))
  const mails = await makeMails()
  const bytes = mails.reduce((sum, mail) => sum + mail.byteLength, 0) / mails.length
  const kinds: [string, () => Promise<IntakeServer>][] = [
    ['bare smtp-server, write and sync', () => startBareServer(join(dir, 'bare'))],
    ['Winnow, reading what came', () => startProductIntake(join(dir, 'reading'), { reads: true })],
    ['Winnow, taking in only', () => startProductIntake(join(dir, 'taking'), { reads: false })],
  ]
  const rows: (string | number)[][] = []
  const baseline = new Map<number, number>()
  try {
    for (const [name, start] of kinds) {
      const server = await start()
      try {
        await sendAll(server, mails, { count: 30, connections: 4 })
        for (const connections of CONNECTIONS) {
          const sent = await sendAll(server, mails, { count: MAILS[size], connections })
          if (!baseline.has(connections)) baseline.set(connections, sent.perSecond)
          const { p50, p95 } = summarise(sent.milliseconds)
          const share = sent.perSecond / (baseline.get(connections) ?? Number.NaN)
          rows.push([name, `${connections}`, sent.perSecond, share, p50, p95, `${sent.refused}`])
        }
      } finally {
        await server.close()
      }
    }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
  console.log(`${MAILS[size]} mails of ${Math.round(bytes / 1024)} KB on average, drawn alarms as cameras send them`)
  printTable(['server', 'senders', 'mails/s', 'of bare', 'p50 ms', 'p95 ms', 'refused'], rows)
}
