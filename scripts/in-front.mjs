// Runs a program of the project as a child. Any request to end this process is passed on to the child once; this process then waits for it.
import { spawn } from 'node:child_process'

const ONCE_MS = 1000

/**
 * Runs the program and exits with its exit code or signal.
 * @param {string} node
 * @param {string[]} args
 */
export function runInFront(node, args) {
  // The program gets a process group of its own. A terminal sends Ctrl-C to its whole group and npm passes it on again, but the program
  // should get one signal. The channel closes when this process ends for any reason, and so notifies the program.
  const program = spawn(node, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], detached: true })
  const lastSent = new Map()
  const pass = (signal) => {
    if (Date.now() - (lastSent.get(signal) ?? 0) < ONCE_MS) return
    lastSent.set(signal, Date.now())
    program.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => pass(signal))
  // npm runs this process through a shell, which passes no signals on. A killed npm is noticed only because the parent process changes.
  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid
    const watch = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(watch)
      pass('SIGTERM')
    }, 500)
  }
  program.once('error', (error) => {
    console.error(`The server could not be run: ${error.message}`)
    process.exit(1)
  })
  program.once('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}
