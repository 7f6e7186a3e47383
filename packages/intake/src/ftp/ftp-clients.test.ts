import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { Client } from 'basic-ftp'
import { afterEach, describe, expect, it } from 'vitest'
import { type FtpHarness, startFtpHarness } from '../testing/ftp-harness.ts'
import { makeCertificate } from '../testing/smtp-harness.ts'

let harness: FtpHarness | undefined
const clients: Client[] = []
const LOGIN = { host: '127.0.0.1', user: 'ipc', password: 's3cret pass' }

afterEach(async () => {
  for (const client of clients.splice(0)) client.close()
  await harness?.server.close(0)
  harness = undefined
})

async function start(...options: Parameters<typeof startFtpHarness>): Promise<FtpHarness> {
  harness = await startFtpHarness(...options)
  return harness
}
function newClient(): Client {
  const client = new Client(10_000)
  clients.push(client)
  return client
}
const bytes = (size: number): Buffer => Buffer.from(Array.from({ length: size }, (_, index) => (index * 31) % 251))

describe('basic-ftp', () => {
  it('uploads into folders that it makes, one picture after the other over one connection', async () => {
    const { port, kept } = await start()
    const client = newClient()
    await client.access({ ...LOGIN, port })
    await client.ensureDir('2026-11-26/001/jpg')
    expect(await client.pwd()).toBe('/2026-11-26/001/jpg')
    const sizes = [1, 70_000, 900_000]
    for (const size of sizes) await client.uploadFrom(Readable.from([bytes(size)]), `${size}.jpg`)
    expect(kept.map(({ path, bytes: stored }) => [path, stored.equals(bytes(stored.length)), stored.length])).toEqual(
      sizes.map((size) => [`/2026-11-26/001/jpg/${size}.jpg`, true, size]),
    )
    expect(await client.list()).toEqual([])
  })

  it('uploads over explicit and over implicit TLS', async () => {
    const tls = await makeCertificate()
    const { port, implicitPort, kept } = await start({ tls, implicitPort: 0, requireTls: true })
    const secureOptions = { ca: tls.cert, host: 'localhost', servername: 'localhost' }
    const explicit = newClient()
    await explicit.access({ ...LOGIN, host: 'localhost', port, secure: true, secureOptions })
    await explicit.uploadFrom(Readable.from([bytes(90_000)]), 'explicit.jpg')
    const implicit = newClient()
    await implicit.access({ ...LOGIN, host: 'localhost', port: implicitPort, secure: 'implicit', secureOptions })
    await implicit.uploadFrom(Readable.from([bytes(90_000)]), 'implicit.jpg')
    expect(kept.map(({ path, bytes: stored }) => [path, stored.equals(bytes(90_000))])).toEqual([
      ['/explicit.jpg', true],
      ['/implicit.jpg', true],
    ])
  })

  it('sends no content in plain text where TLS is required', async () => {
    const tls = await makeCertificate()
    const { port, kept } = await start({ tls, requireTls: true })
    const client = newClient()
    await client.connect('localhost', port)
    await client.useTLS({ ca: tls.cert, host: 'localhost', servername: 'localhost' })
    await client.login(LOGIN.user, LOGIN.password)
    await client.send('EPSV')
    await expect(client.send('STOR a.jpg')).rejects.toThrow('521')
    expect(kept).toEqual([])
  })

  it('is told 226 only after the product has stored the file', async () => {
    const stored = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    const { port } = await start({
      ports: {
        accept: async ({ stream }) => {
          stream.resume()
          await once(stream, 'end')
          arrived.resolve()
          await stored.promise
          return { ok: true, id: 's1' }
        },
      },
    })
    const client = newClient()
    await client.access({ ...LOGIN, port })
    let answered = ''
    const upload = client.uploadFrom(Readable.from([bytes(5_000)]), 'a.jpg').then(({ message }) => (answered = message))
    await arrived.promise
    expect(answered).toBe('')
    stored.resolve()
    await upload
    expect(answered).toBe('226 Stored as s1')
  })
})

describe('curl', () => {
  const curl = async (...args: string[]): Promise<string> => {
    const running = promisify(execFile)('curl', ['--silent', '--show-error', '--max-time', '10', ...args])
    running.child.stdin?.end(bytes(40_000))
    return (await running).stdout
  }

  it('uploads a picture in plain text, level by level', async () => {
    const { port, kept } = await start()
    await curl('-u', 'ipc:s3cret pass', '--ftp-create-dirs', '-T', '-', `ftp://127.0.0.1:${port}/gate/2026/a.jpg`)
    expect(kept).toMatchObject([{ path: '/gate/2026/a.jpg', target: 'ipc at gate', user: 'ipc' }])
    expect(kept[0]?.bytes.equals(bytes(40_000))).toBe(true)
  })

  it('uses PASV where it knows no EPSV, and gets a port of the range', async () => {
    const range = { from: 28_400, to: 28_499 }
    const { port, kept } = await start({ passivePorts: range })
    await curl('-u', 'ipc:s3cret pass', '--disable-epsv', '-T', '-', `ftp://127.0.0.1:${port}/a.jpg`)
    expect(kept).toHaveLength(1)
  })

  it('is refused with a wrong password, and anonymously', async () => {
    const { port, kept } = await start()
    await expect(curl('-u', 'ipc:no', '-T', '-', `ftp://127.0.0.1:${port}/a.jpg`)).rejects.toThrow('denied')
    await expect(curl('-T', '-', `ftp://127.0.0.1:${port}/a.jpg`)).rejects.toThrow('denied')
    expect(kept).toEqual([])
  })
})
