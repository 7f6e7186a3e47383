import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from '../../platform/log.ts'
import type { DemoTargets } from './first-start.ts'

const SIMULATOR = fileURLToPath(new URL('../../../../../packages/testkit/src/simulator/main.ts', import.meta.url))
const STOP_MS = 3_000
const FIRST_PAUSE_MS = 1_000
const LAST_PAUSE_MS = 60_000
/** The simulator reports each message that it sends, at the latest after all retries. If it is silent for this long, it hangs. */
const SILENT_MS = 5 * 60_000

export interface Simulator {
  name: string
  /** Its process id; undefined while it is being restarted. */
  pid(): number | undefined
  stop(): Promise<void>
}

/**
 * Starts the camera simulator as a separate program. It sends by SMTP and HTTP and shows a stream as cameras do, and knows nothing of the server's internals.
 * It reads its targets from a file that only this user can read. If it ends, or is silent for five minutes, it is restarted after a pause
 * that grows from a second to a minute, and the log says so.
 */
export async function startSimulator(
  targets: DemoTargets,
  options: {
    dataDir: string
    smtp: { host: string; port: number }
    httpUrl: string
    /** Absent where no files are taken. */
    ftp?: { host: string; port: number } | undefined
    /** Where the stream of the demo's camera is read; absent where it shows none. */
    stream?: { port: number } | undefined
    log: Logger
    /** Shorter in tests. */
    silentMs?: number
    program?: string
  },
): Promise<Simulator> {
  const { log, silentMs = SILENT_MS, program = SIMULATOR } = options
  const file = join(options.dataDir, 'simulator.json')
  const { smtp, ftp, stream } = options
  const content = {
    smtp,
    ...(ftp ? { ftp } : {}),
    ...(stream ? { stream } : {}),
    http: { url: options.httpUrl, token: targets.token },
    cameras: targets.cameras,
  }
  await rm(file, { force: true })
  await writeFile(file, JSON.stringify(content), { mode: 0o600 })
  let stopping = false
  let child: ChildProcess | undefined
  let pauseMs = FIRST_PAUSE_MS
  let restart: NodeJS.Timeout | undefined

  function run(): void {
    const made = spawn(process.execPath, [program, '--targets', file], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child = made
    const silence = setTimeout(() => {
      log.warn({ ms: silentMs }, 'the camera simulator says nothing any more and is ended')
      made.kill('SIGKILL')
    }, silentMs)
    made.on('message', () => {
      silence.refresh()
      pauseMs = FIRST_PAUSE_MS
    })
    const ended = (fields: object): void => {
      if (child !== made) return
      child = undefined
      clearTimeout(silence)
      if (stopping) return
      log.warn({ ...fields, againInMs: pauseMs }, 'the camera simulator ended and is started again')
      restart = setTimeout(run, pauseMs)
      pauseMs = Math.min(pauseMs * 2, LAST_PAUSE_MS)
    }
    // A process that cannot be started emits only this event.
    made.once('error', (err) => ended({ err }))
    made.once('exit', (code, signal) => ended({ code, signal }))
  }

  run()
  return {
    name: 'simulator',
    pid: () => child?.pid,
    async stop() {
      stopping = true
      clearTimeout(restart)
      if (child) {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        const kill = setTimeout((hanging: ChildProcess) => hanging.kill('SIGKILL'), STOP_MS, child)
        await ended
        clearTimeout(kill)
      }
      await rm(file, { force: true })
    },
  }
}
