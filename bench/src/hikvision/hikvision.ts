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

const SECONDS: Record<Size, number> = { small: 3, full: 10 }
const WAYS: readonly Way[] = [1, 8, 32].map((senders) => ({ senders, keeps: true }))
const DATA = fileURLToPath(new URL('../../data/', import.meta.url))
const ENTRY = fileURLToPath(new URL('./senders-main.ts', import.meta.url))

/**
 * Events per second that Hikvision devices push, each with a picture, stored, synced and committed before its 200. The baseline is an HTTP route that
 * does the same with the same bytes and nothing else: it looks nothing up. Each sender keeps one connection. The servers take turns.
 */
export const bench: Bench = async ({ size }) => {
  await mkdir(DATA, { recursive: true })
  const dir = await mkdtemp(join(DATA, 'hikvision-'))
  const frames = await renderScene({ kind: 'person-walking', seed: 1, width: 704, height: 576, frames: 6 })
  const pictures = frames.map(({ jpeg }) => jpeg)
  const senders = startSenders(ENTRY)
  const servers: { name: string; server: IntakeServer }[] = []
  try {
    for (const [by, name] of [
      ['route', 'bare ingest route'],
      ['push', 'Winnow, Hikvision push'],
    ] as const)
      servers.push({ name, server: await startProductIntake(join(dir, by), { reads: false, by }) })
    const turn = ({ port, addresses }: IntakeServer, way: Way, seconds = SECONDS[size]): Promise<Sent> =>
      senders.send({ port, addresses, mails: pictures, way, seconds })
    for (const { server } of servers) await turn(server, { senders: 4, keeps: true }, 1)
    console.log(`${ROUNDS} turns of ${SECONDS[size]} s for each server and number of devices`)
    const measured = await measureInTurns(servers, WAYS, ({ server }, way) => turn(server, way))
    const rows = measured.map(({ name, way, figures }) => [name, `${way.senders}`, ...figures])
    printTable(['server', 'devices', 'events/s', 'of the route', 'p50 ms', 'p95 ms', 'refused'], rows)
  } finally {
    senders.close()
    for (const { server } of servers) await server.close()
    await rm(dir, { recursive: true, force: true })
  }
}
