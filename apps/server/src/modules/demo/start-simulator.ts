import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from '../../platform/log.ts'
import type { DemoTargets } from './first-start.ts'

const SIMULATOR = fileURLToPath(new URL('../../../../../packages/testkit/src/simulator/main.ts', import.meta.url))
const STOP_MS = 3_000

/**
 * Starts the camera simulator as a program of its own: it reaches the product the way cameras do, by SMTP and HTTP, and knows
 * nothing of its insides. It is told its targets by a file that only this user can read.
 */
export async function startSimulator(
  targets: DemoTargets,
  options: { dataDir: string; smtp: { host: string; port: number }; httpUrl: string; log: Logger },
): Promise<{ name: string; stop(): Promise<void> }> {
  const file = join(options.dataDir, 'simulator.json')
  const content = { smtp: options.smtp, http: { url: options.httpUrl, token: targets.token }, cameras: targets.cameras }
  await rm(file, { force: true })
  await writeFile(file, JSON.stringify(content), { mode: 0o600 })
  const child = spawn(process.execPath, [SIMULATOR, '--targets', file], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  child.on('error', (err) => options.log.warn({ err }, 'the camera simulator could not be started'))
  child.on('exit', (code) => options.log.info({ code }, 'the camera simulator ended'))
  return {
    name: 'simulator',
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        const kill = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
        await ended
        clearTimeout(kill)
      }
      await rm(file, { force: true })
    },
  }
}
