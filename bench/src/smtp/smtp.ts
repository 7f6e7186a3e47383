import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import type { Bench, Size } from '../bench.ts'
import { printTable } from '../table.ts'
import { startBareServer } from './bare-server.ts'
import type { IntakeServer } from './intake-server.ts'
import { makeMails } from './mails.ts'
import { measureInTurns, ROUNDS } from './measure-in-turns.ts'
import { startProductIntake } from './product-intake.ts'
import { startSenders, type Sent, type Way } from './senders.ts'

/** Duration of sending to each server, per way and round, in seconds. */
const SECONDS: Record<Size, number> = { small: 3, full: 10 }
const WAYS: readonly Way[] = [
  { senders: 1, keeps: false },
  { senders: 8, keeps: false },
  { senders: 64, keeps: false },
  { senders: 1, keeps: true },
  { senders: 8, keeps: true },
]
const WARM_UP: Way = { senders: 4, keeps: true }
const DATA = fileURLToPath(new URL('../../data/', import.meta.url))

/**
 * Mails per second through Winnow's intake. The baseline is the same mail library, which only writes and syncs the same bytes. The library
 * waits 100 ms before its greeting. Few senders with one connection per mail therefore show the waiting time of a camera. Many senders or
 * kept connections show the capacity of the server. The product also reads the mails afterwards, which runs during the measurement;
 * further rows show the intake alone. The servers take turns, so that a slow moment of the machine affects all.
 */
export const bench: Bench = async ({ size }) => {
  await mkdir(DATA, { recursive: true })
  const dir = await mkdtemp(join(DATA, 'smtp-'))
  const mails = await makeMails()
  const senders = startSenders()
  const servers: { name: string; server: IntakeServer }[] = []
  const start = async (name: string, server: Promise<IntakeServer>) => servers.push({ name, server: await server })
  try {
    await start('bare, write and sync', startBareServer(join(dir, 'bare')))
    await start('Winnow, reading what came meanwhile', startProductIntake(join(dir, 'reading'), { reads: true }))
    await start('Winnow, taking in only', startProductIntake(join(dir, 'taking'), { reads: false }))
    const turn = async (server: IntakeServer, way: Way): Promise<Sent> => {
      const { port, addresses } = server
      const sent = await senders.send({ port, addresses, mails, way, seconds: SECONDS[size] })
      await server.settled()
      return sent
    }
    for (const { server } of servers) await turn(server, WARM_UP)
    const bytes = mails.reduce((sum, mail) => sum + mail.byteLength, 0) / mails.length
    console.log(`Mails of ${Math.round(bytes / 1024)} KB on average, drawn alarms as cameras send them`)
    console.log(`${ROUNDS} turns of ${SECONDS[size]} s for each server and way of sending`)
    const measured = await measureInTurns(servers, WAYS, ({ server }, way) => turn(server, way))
    const rows = measured.map(({ name, way, figures }) => [
      name,
      `${way.senders}`,
      way.keeps ? 'for all' : 'for each mail',
      ...figures,
    ])
    printTable(['server', 'senders', 'a connection', 'mails/s', 'of bare', 'p50 ms', 'p95 ms', 'refused'], rows)
  } finally {
    senders.close()
    for (const { server } of servers) await server.close()
    await rm(dir, { recursive: true, force: true })
  }
}
