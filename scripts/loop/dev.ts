// The program of `npm run dev`: the server, which restarts when its sources change, and Vite's development server with the console, which
// proxies the API. The product's settings apply. WINNOW_DEV_PORT is the console's port; 0 takes any free port.
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer, type ProxyOptions } from 'vite'
import { keepRestarting, type Running } from './restarting.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
/** Changes within this time cause one restart, since editors and git write many files at once. */
const QUIET_MS = 150
/** The files that the server uses: its own sources, those of the packages, and the texts of mails. */
const WATCHED = ['apps/server/src', 'packages']
const MATTERS = /\.(ts|json|sql)$/
/** Files whose changes cause no restart: tests, and texts that the server does not use. */
const NO_MATTER =
  /\.(test|fixture|table|behaviour)\.ts$|\/(node_modules|testing|evaluate)\/|\/locales\/[^/]+\/(?!mails|sso)/

const { WINNOW_DEV_PORT: devPort = '5173', ...settings } = process.env
const serverPort = settings['WINNOW_HTTP_PORT'] ?? '8080'
if (Number(serverPort) === 0) {
  console.error('WINNOW_HTTP_PORT must name a port here: the console passes its calls on to it.')
  process.exit(1)
}

const proxy: ProxyOptions = {
  target: `http://127.0.0.1:${serverPort}`,
  // The server compares its own host name with the origin of the calling page.
  changeOrigin: false,
  configure(server) {
    // This happens during a restart of the server. It replies before Vite would send 500, so that the console waits and retries.
    server.on('error', (_error, _request, response) => {
      if ('headersSent' in response && !response.headersSent) response.writeHead(503, { 'retry-after': '1' })
      response.end()
    })
  },
}

const config = join(root, 'apps/web/vite.config.ts')
const vite = await createServer({
  configFile: config,
  root: join(root, 'apps/web'),
  clearScreen: false,
  logLevel: 'warn',
  server: { port: Number(devPort), strictPort: true, proxy: { '/api': proxy } },
})
try {
  await vite.listen()
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}; WINNOW_DEV_PORT chooses another.`)
  process.exit(1)
}
const consoleUrl = (vite.resolvedUrls?.local[0] ?? '').replace(/\/$/, '')

function startServer(): Running {
  const child = spawn(process.execPath, [join(root, 'apps/server/src/main.ts')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Links in mails lead to this console.
    env: { WINNOW_PUBLIC_URL: consoleUrl, ...settings },
    detached: true,
  })
  let isAsked = false
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      console.error(`The server could not be run: ${error.message}`)
      resolve()
    })
    child.once('exit', (code) => {
      if (!isAsked) console.error(`The server ended (${code ?? 'killed'}); it starts again when a file changes.`)
      resolve()
    })
  })
  return {
    stop() {
      if (isAsked) return
      isAsked = true
      child.kill('SIGTERM')
    },
    ended,
  }
}

const server = keepRestarting(startServer)
let quiet: NodeJS.Timeout | undefined
for (const folder of WATCHED)
  watch(join(root, folder), { recursive: true }, (_event, name) => {
    if (name === null) return
    const path = `${folder}/${name.replaceAll(sep, '/')}`
    if (!MATTERS.test(path) || NO_MATTER.test(path)) return
    clearTimeout(quiet)
    quiet = setTimeout(() => {
      console.log(`${path} has changed: the server starts anew.`)
      server.restart()
    }, QUIET_MS)
  })

let isEnding = false
async function end(): Promise<void> {
  if (isEnding) return
  isEnding = true
  clearTimeout(quiet)
  await Promise.all([server.end(), vite.close()])
  console.log('Ended.')
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())
// The parent process has ended.
process.on('disconnect', () => void end())
