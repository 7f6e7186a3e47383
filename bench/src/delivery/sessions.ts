import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Size } from '../bench.ts'
import { printTable } from '../table.ts'
import type { Held, Holding } from './sessions-main.ts'
import type { SinkPorts } from './sinks.ts'

const SESSIONS: Record<Size, number> = { small: 500, full: 5_000 }
const ENTRY = fileURLToPath(new URL('./sessions-main.ts', import.meta.url))

/** Holds sessions in a process of its own, and tells its memory. */
async function hold(holding: Holding): Promise<Held> {
  const holder = fork(ENTRY, { execArgv: [...process.execArgv, '--expose-gc'] })
  try {
    holder.send(holding)
    const told = once(holder, 'message')
    const ended = once(holder, 'exit').then(() => Promise.reject(new Error('the process has ended')))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only message of that process
    const [held] = (await Promise.race([told, ended])) as [Held]
    return held
  } finally {
    holder.kill()
  }
}

/** The memory of open sessions at MQTT brokers in one process. The baseline is a bare socket for each. */
export async function printSessions(ports: SinkPorts, size: Size): Promise<void> {
  const count = SESSIONS[size]
  const rows: (string | number)[][] = []
  for (const by of ['sockets', 'sessions'] as const) {
    const { before, open, after } = await hold({ by, port: ports.mqtt, count })
    const name = by === 'sockets' ? 'bare sockets (baseline)' : 'kept sessions'
    rows.push([name, before, open, after, ((after - before) * 1000) / count])
  }
  console.log(
    `${count.toLocaleString('en')} sessions at MQTT brokers at addresses of their own; memory of the process (RSS)`,
  )
  printTable(['held by', 'before MB', 'open MB', 'after 10 signs of life MB', 'kB a session'], rows)
}
