import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadEnv } from './env.ts'
import { checkStart } from './start-checks.ts'

let dir: string
beforeEach(async () => (dir = await mkdtemp(join(tmpdir(), 'winnow-start-'))))
afterEach(() => rm(dir, { recursive: true, force: true }))

const env = (settings: Record<string, string>) =>
  loadEnv({ WINNOW_DATA: join(dir, 'data'), WINNOW_HTTP_PORT: '0', WINNOW_SMTP_PORT: '0', ...settings })

describe('checkStart', () => {
  it('creates the data folder and finds no problem', async () => {
    await expect(checkStart(env({}))).resolves.toBeUndefined()
  })

  it('reports a busy port and the setting for it, for the roles that listen', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on TCP has such an address
    const port = String((taken.address() as AddressInfo).port)
    await expect(checkStart(env({ WINNOW_SMTP_PORT: port }))).rejects.toThrow(
      `Port ${port} on 127.0.0.1 (cameras' mails) is in use: stop what uses it, or set WINNOW_SMTP_PORT.`,
    )
    await expect(checkStart(env({ WINNOW_HTTP_PORT: port }))).rejects.toThrow(/set WINNOW_HTTP_PORT/)
    await checkStart(env({ WINNOW_HTTP_PORT: port, WINNOW_ROLES: 'worker' }))
    taken.close()
  })

  it('reports an address that this machine does not have', async () => {
    // An address of the range that is reserved for documentation.
    const elsewhere = env({ WINNOW_SMTP_HOST: '192.0.2.1', WINNOW_SMTP_PORT: '2525' })
    await expect(checkStart(elsewhere)).rejects.toThrow(/EADDRNOTAVAIL\): set WINNOW_SMTP_HOST/)
  })

  it('reports every file that is not a certificate or key', async () => {
    const [certFile, keyFile] = [join(dir, 'cert.pem'), join(dir, 'key.pem')]
    await writeFile(certFile, 'not a certificate')
    const tls = env({ WINNOW_TLS_CERT_FILE: certFile, WINNOW_TLS_KEY_FILE: keyFile })
    await expect(checkStart(tls)).rejects.toThrow(
      `HTTPS: ${certFile} is not a PEM file.\nHTTPS: ${keyFile} cannot be read (ENOENT).`,
    )
  })

  it('reports a full disk', async () => {
    const data = join(dir, 'data')
    await expect(checkStart(env({}), async () => 99 * 1024 * 1024)).rejects.toThrow(
      `The disk of the data folder ${data} is full (99 MB free): make room, or move it with WINNOW_DATA.`,
    )
    await expect(checkStart(env({}), async () => 100 * 1024 * 1024)).resolves.toBeUndefined()
  })

  it('reports a data folder that cannot be created', async () => {
    const file = join(dir, 'file')
    await writeFile(file, '')
    await expect(checkStart(env({ WINNOW_DATA: join(file, 'data') }))).rejects.toThrow(
      /data folder .* cannot be used \(ENOTDIR\)/,
    )
  })

  it('reports a data folder that is not writable', async ({ skip }) => {
    skip(process.getuid?.() === 0, 'root may write anywhere')
    await chmod(dir, 0o500)
    await expect(checkStart(env({}))).rejects.toThrow(/cannot be used \(EACCES\)/)
  })
})
