import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Bench, Size } from '../bench.ts'
import { printTable } from '../table.ts'
import type { Held, Holding } from './holder-main.ts'

const STREAMS: Record<Size, number> = { small: 100, full: 1_000 }
const entry = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** Holds streams in a process of its own, and tells its memory. */
async function hold(devices: ChildProcess, holding: Holding): Promise<Held> {
  // As the product starts the process that calls devices.
  const execArgv = [...process.execArgv, '--max-semi-space-size=4', '--optimize-for-size', '--expose-gc']
  const holder = fork(entry('./holder-main.ts'), { execArgv })
  try {
    holder.send(holding)
    return await new Promise((resolve, reject) => {
      holder.once('exit', () => reject(new Error('the process has ended')))
      holder.on('message', (message: Held | 'beat') => {
        if (message === 'beat') devices.send('beat')
        else resolve(message)
      })
    })
  } finally {
    holder.kill()
  }
}

/** The memory of idle event streams of Hikvision devices in one process. The baseline is a bare socket for each. */
export const bench: Bench = async ({ size }) => {
  const count = STREAMS[size]
  const devices = fork(entry('./device-main.ts'))
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only message of that process
    const [port] = (await once(devices, 'message')) as [number]
    const rows: (string | number)[][] = []
    for (const by of ['sockets', 'connectors'] as const) {
      const { before, open, after } = await hold(devices, { by, port, count })
      rows.push([
        by === 'sockets' ? 'bare sockets' : 'connectors',
        before,
        open,
        after,
        ((after - before) * 1000) / count,
      ])
    }
    console.log(`${count} idle streams, each at an address of its own; memory of the process (RSS)`)
    printTable(['held by', 'before MB', 'open MB', 'after 10 signs of life MB', 'kB per stream'], rows)
  } finally {
    devices.kill()
  }
}
