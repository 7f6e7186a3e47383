import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createSmtpServer } from '../smtp/create-smtp-server.ts'
import type { SmtpPorts, SmtpServer, SmtpServerOptions } from '../smtp/ports.ts'

/** A message that the product under test received and stored. */
export interface Kept {
  raw: Buffer
  recipients: { address: string; target: string }[]
  mailFrom: string
  user: string | null
  remoteAddress: string
  helo: string
  secure: boolean
}

/** A running SMTP server whose product stores everything in memory. */
export interface Harness {
  server: SmtpServer
  port: number
  kept: Kept[]
  /** Number of streams that failed before their end: messages that were started and discarded. */
  broken: number
  /** The log, to check what must not be in it. */
  logged: string[]
}

type Overrides = Partial<Omit<SmtpServerOptions<string, string>, 'ports'>> & {
  ports?: Partial<SmtpPorts<string, string>>
}

/**
 * Starts an SMTP server on a free port. Addresses `gate-…` exist, addresses `secret-…` require a login, and the only
 * user is `ipc` with the password `s3cret pass`.
 */
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

/** A client that sends exactly the given text. */
export class RawClient {
  readonly socket: Socket
  #received = ''
  #wake: (() => void) | null = null

  /** @param localAddress the loopback address that the client connects from */
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

  /** The last line of the next complete reply; empty if the server closed the connection. */
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

  /** Sends a command and waits for the reply. */
  async say(line: string): Promise<string> {
    this.write(`${line}\r\n`)
    return this.reply()
  }

  /** Sends the greeting, sender and recipient, up to the content. */
  async envelope(recipient = 'gate-1@x.example'): Promise<void> {
    await this.reply()
    for (const line of ['EHLO test', 'MAIL FROM:<cam@x.example>', `RCPT TO:<${recipient}>`, 'DATA'])
      await this.say(line)
  }
}

/** Generates a certificate for `localhost`. */
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
