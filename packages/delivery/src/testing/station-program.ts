import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { portOf, testCertificate } from './http-sink.ts'

/** Fails a test whose program is missing: these tests are about it. */
export function requireProgram(program: string): void {
  if (spawnSync(program, ['--version']).error !== undefined) throw new Error(`${program} could not be found`)
}

export async function freePort(): Promise<number> {
  const server = net.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = portOf(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.end())
  })

/** Starts somebody else's server for one test, and waits until it listens. */
export async function startProgram(port: number, program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { stdio: 'ignore' })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill()
    await ended
  })
  await expect.poll(() => isOpen(port)).toBe(true)
}

/** A folder for one test that a server can read which gives up its rights, with the certificate of hooks.example and mail.example. */
export async function stationFolder(): Promise<{ folder: string; cert: string; key: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-station-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const certificate = await testCertificate()
  await writeFile(cert, certificate.cert)
  await writeFile(key, certificate.key, { mode: 0o644 })
  return { folder, cert, key }
}
