import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { renderScene } from '@winnow/testkit'
import type { Bench, Size } from '../bench.ts'
import type { IntakeServer } from '../smtp/intake-server.ts'
import { measureInTurns, ROUNDS } from '../smtp/measure-in-turns.ts'
import { startProductIntake } from '../smtp/product-intake.ts'
import { startSenders, type Sent, type Way } from '../smtp/senders.ts'
import { printTable } from '../table.ts'
import { startBareFtp } from './bare-server.ts'

const SECONDS: Record<Size, number> = { small: 3, full: 10 }
const WAYS: readonly Way[] = [1, 8, 32].map((senders) => ({ senders, keeps: true }))
const DATA = fileURLToPath(new URL('../../data/', import.meta.url))
const ENTRY = fileURLToPath(new URL('./senders-main.ts', import.meta.url))

/**
 * Pictures per second by FTP, each stored and committed before its 226. The baseline is ftp-srv, which only writes and syncs the same bytes.
 * Each sender keeps one connection. The servers take turns, so that a slow moment of the machine affects all.
 */
export const bench: Bench = async ({ size }) => {
  await mkdir(DATA, { recursive: true })
  const dir = await mkdtemp(join(DATA, 'ftp-'))
  const frames = await renderScene({ kind: 'person-walking', seed: 1, width: 704, height: 576, frames: 6 })
  const pictures = frames.map(({ jpeg }) => jpeg)
  const senders = startSenders(ENTRY)
  const servers: { name: string; server: IntakeServer }[] = []
  try {
    servers.push({ name: 'ftp-srv, write and sync', server: await startBareFtp(join(dir, 'bare')) })
    const taking = startProductIntake(join(dir, 'taking'), { reads: false, by: 'ftp' })
    servers.push({ name: 'Winnow, taking in only', server: await taking })
    const reading = startProductIntake(join(dir, 'reading'), { reads: true, by: 'ftp' })
    servers.push({ name: 'Winnow, reading what came meanwhile', server: await reading })
    const turn = async (server: IntakeServer, way: Way, seconds = SECONDS[size]): Promise<Sent> => {
      const sent = await senders.send({ port: server.port, addresses: server.addresses, mails: pictures, way, seconds })
      await server.settled()
      return sent
    }
    for (const { server } of servers) await turn(server, { senders: 4, keeps: true }, 1)
    console.log(`${ROUNDS} turns of ${SECONDS[size]} s for each server and number of senders`)
    const measured = await measureInTurns(servers, WAYS, ({ server }, way) => turn(server, way))
    const rows = measured.map(({ name, way, figures }) => [name, `${way.senders}`, ...figures])
    printTable(['server', 'senders', 'pictures/s', 'of ftp-srv', 'p50 ms', 'p95 ms', 'refused'], rows)
  } finally {
    senders.close()
    for (const { server } of servers) await server.close()
    await rm(dir, { recursive: true, force: true })
  }
}
