import { readFile } from 'node:fs/promises'
import { parseArguments, USAGE } from './arguments.ts'
import { runSimulator } from './run-simulator.ts'
import { showStream } from './stream/show-stream.ts'
import { parseTargets } from './targets.ts'

// Simulates cameras that send drawn scenes to a running server. The demo starts this as a separate process; users start
// it with `npm run simulate`.

const options = parseArguments(process.argv.slice(2))
if ('problem' in options) {
  console.error(options.problem === 'help' ? USAGE : `${options.problem}\n${USAGE}`)
  process.exit(options.problem === 'help' ? 0 : 2)
}

// The output is optional: a closed output does not stop the sending.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
const stop = new AbortController()
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(name, () => stop.abort())
// If a server started this process, it ends with the server.
process.once('disconnect', () => stop.abort())
stop.signal.addEventListener('abort', () => setTimeout(() => process.exit(0), 700).unref())
// The server may have ended before the line above. If a user started this process, `connected` is undefined.
// oxlint-disable-next-line typescript/no-unnecessary-boolean-literal-compare -- the types do not know of undefined
if (process.connected === false) stop.abort()

try {
  const targets =
    'file' in options.source ? parseTargets(await readFile(options.source.file, 'utf8')) : options.source.targets
  const stream = targets.stream && (await showStream(targets.stream))
  const result = await runSimulator({
    targets,
    signal: stop.signal,
    ...options.run,
    onReply(planned, reply) {
      // Heartbeat for the server that started this process.
      if (process.connected) process.send?.('alive', undefined, undefined, () => undefined)
      const time = new Date().toISOString().slice(11, 19)
      const { camera } = planned
      const line = `${time} ${camera.name} (${camera.vendor}, ${camera.via}) ${planned.kind}: ${reply.code || 'no answer'}`
      if (reply.accepted) console.log(line)
      else console.error(`${line} ${reply.reply.slice(0, 200)}`)
    },
  })
  await stream?.close()
  if (process.connected) process.disconnect()
  if (result.refused > 0 && !stop.signal.aborted) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(2)
}
