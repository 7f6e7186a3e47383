import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export type Connection = 'http' | 'smtp' | 'dc09' | 'mqtt' | 'tcp'
export type SinkPorts = Readonly<Record<Connection, number>>

/** Starts the receivers in a process of their own. */
export async function startSinks(): Promise<{ ports: SinkPorts; close: () => void }> {
  const child = fork(fileURLToPath(new URL('./sinks-main.ts', import.meta.url)))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only message of that process
  const [ports] = (await once(child, 'message')) as [SinkPorts]
  return { ports, close: () => void child.kill() }
}

/** The address of the nth receiver, as receivers have addresses of their own. */
export const hostOf = (index: number): string => `127.0.${1 + Math.floor(index / 250)}.${1 + (index % 250)}`
