import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createSmtpServer } from '../smtp/create-smtp-server.ts'
import type { SmtpPorts, SmtpServer, SmtpServerOptions } from '../smtp/ports.ts'

/** A message the product under test was given and kept. */
export interface Kept {
  raw: Buffer
  recipients: { address: string; target: string }[]
  mailFrom: string
  user: string | null
  remoteAddress: string
  helo: string
  secure: boolean
}

/** A listener with a product behind it that keeps everything in memory. */
export interface Harness {
  server: SmtpServer
  port: number
  kept: Kept[]
  /** How many streams failed before their end: messages that were begun and thrown away. */
  broken: number
  /** What was logged, for what must not be in it. */
  logged: string[]
}

type Overrides = Partial<Omit<SmtpServerOptions<string, string>, 'ports'>> & {
  ports?: Partial<SmtpPorts<string, string>>
}

/** Starts a listener on a free port. `gate-…` addresses are known, `secret-…` ones need a login, `ipc`/`s3cret pass` is a user. */
export async function startHarness({ ports, ...overrides }: Overrides = {}): Promise<Harness> {
  const harness: Omit<Harness, 'server' | 'port'> = { kept: [], broken: 0, logged: [] }
  const write = (fields: object, message: string): void =>
    void harness.logged.push(`${message} ${JSON.stringify(fields)}`)
  const server = createSmtpServer<string, string>({
    host: '127.0.0.1',
    port: 0,
    maxBytes: 4 * 1024 * 1024,
    authOptional: true,
    log: { debug: write, info: write, warn: write, error: write },
    ports: {
      recipient: async (address, { user }) => {
        if (address.startsWith('gate-')) return { ok: true, target: `view of ${address}` }
        if (!address.startsWith('secret-')) return { ok: false, code: 550, message: 'Unknown recipient' }
        return user === null
          ? { ok: false, code: 530, message: 'Authentication required' }
          : { ok: true, target: `site of ${user}` }
      },
      authenticate: async (user, password) =>
        user === 'ipc' && password === 's3cret pass' ? { ok: true, user: 'ipc' } : { ok: false, code: 535 },
      accept: async ({ stream, ...message }) => {
        try {
          harness.kept.push({ ...message, raw: await buffer(stream) })
        } catch (error) {
          harness.broken++
          throw error
        }
        return { ok: true, id: `s${harness.kept.length}` }
      },
      capacity: () => ({ ok: true }),
      rate: () => true,
      ...ports,
    },
    ...overrides,
  })
  const { port } = await server.listen()
  return Object.assign(harness, { server, port })
}

/** A client that says exactly what it is told to. */
export class RawClient {
  readonly socket: Socket
  #received = ''
  #wake: (() => void) | null = null

  /** @param localAddress the client's own on the loopback, where that matters */
  constructor(port: number, localAddress = '127.0.0.1') {
    this.socket = connect({ port, host: '127.0.0.1', localAddress })
    this.socket.setEncoding('latin1')
    this.socket.on('data', (data: string) => {
      this.#received += data
      this.#wake?.()
    })
    this.socket.on('close', () => this.#wake?.())
    this.socket.on('error', () => this.#wake?.())
  }

  write(text: string): void {
    this.socket.write(text)
  }

  /** The next whole reply, its last line only; empty when the server closed the connection instead. */
  async reply(): Promise<string> {
    for (;;) {
      const match = /^(?:\d{3}-[^\r\n]*\r\n)*(\d{3}(?: [^\r\n]*)?)\r\n/.exec(this.#received)
      if (match) {
        this.#received = this.#received.slice(match[0].length)
        return match[1] ?? ''
      }
      if (this.socket.destroyed || this.socket.readableEnded) return ''
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  /** Says something and waits for the answer. */
  async say(line: string): Promise<string> {
    this.write(`${line}\r\n`)
    return this.reply()
  }

  /** Greets and names sender and recipient, up to the point where the content would follow. */
  async envelope(recipient = 'gate-1@x.example'): Promise<void> {
    await this.reply()
    for (const line of ['EHLO test', 'MAIL FROM:<cam@x.example>', `RCPT TO:<${recipient}>`, 'DATA'])
      await this.say(line)
  }
}

/** A certificate for `localhost` made on the spot. */
export async function makeCertificate(): Promise<{ key: string; cert: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-cert-'))
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const make = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost']
    await promisify(execFile)('openssl', [
      ...make,
      '-addext',
      'subjectAltName=DNS:localhost',
      '-keyout',
      key,
      '-out',
      cert,
    ])
    return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') }
  } finally {
    await rm(folder, { recursive: true })
  }
}
