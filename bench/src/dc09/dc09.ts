import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
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
 * Frames per second by SIA DC-09, each stored, synced and committed before its ACK. The baseline is an HTTP route that does the same with the same
 * bytes and nothing else: it looks nothing up. Each sender keeps one connection. The servers take turns.
 */
export const bench: Bench = async ({ size }) => {
  await mkdir(DATA, { recursive: true })
  const dir = await mkdtemp(join(DATA, 'dc09-'))
  const senders = startSenders(ENTRY)
  const servers: { name: string; server: IntakeServer; mails: readonly Uint8Array[] }[] = []
  try {
    for (const [by, name] of [
      ['route', 'bare ingest route'],
      ['dc09', 'Winnow, SIA DC-09'],
    ] as const) {
      const server = await startProductIntake(join(dir, by), { reads: false, by })
      servers.push({ name, server, mails: by === 'route' ? [new Uint8Array()] : [] })
    }
    const turn = (at: (typeof servers)[number], way: Way, seconds = SECONDS[size]): Promise<Sent> =>
      senders.send({ port: at.server.port, addresses: at.server.addresses, mails: at.mails, way, seconds })
    for (const at of servers) await turn(at, { senders: 4, keeps: true }, 1)
    console.log(`${ROUNDS} turns of ${SECONDS[size]} s for each server and number of panels`)
    const measured = await measureInTurns(servers, WAYS, (at, way) => turn(at, way))
    const rows = measured.map(({ name, way, figures }) => [name, `${way.senders}`, ...figures])
    printTable(['server', 'panels', 'frames/s', 'of the route', 'p50 ms', 'p95 ms', 'refused'], rows)
  } finally {
    senders.close()
    for (const { server } of servers) await server.close()
    await rm(dir, { recursive: true, force: true })
  }
}
