import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createTransport } from 'nodemailer'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { startSmtp, type Running } from '../../roles.ts'
import type { Env } from '../../platform/env.ts'
import { inSystem } from '../../platform/db/transaction.ts'

const pem = (name: string) =>
  fileURLToPath(new URL(`../../../../../packages/delivery/src/testing/fixtures/receiver.${name}.pem`, import.meta.url))

let server: TestServer
let running: Running | undefined
let recipient: string
beforeAll(async () => {
  server = await startTestServer({
    settings: { WINNOW_SMTP_TLS_CERT_FILE: pem('cert'), WINNOW_SMTP_TLS_KEY_FILE: pem('key') },
  })
  const { viewId } = await createTenant(server.database.runtime)
  const { address_token: token } = await inSystem(server.database.runtime, (tx) =>
    tx.selectFrom('view').select('address_token').where('id', '=', viewId).executeTakeFirstOrThrow(),
  )
  recipient = `${token}@winnow.local`
})
afterEach(async () => {
  await running?.stop()
  running = undefined
})
afterAll(() => server.close())

/** Starts the mail server with some settings changed, and returns its port. */
async function listen(settings: Partial<Env['smtp']>): Promise<number> {
  const { container } = server
  const env = { ...container.env, smtp: { ...container.env.smtp, ...settings } }
  // A new port each time, because the previous one may be in use by another program.
  const ports = { ...container.ports, smtp: 0 }
  running = await startSmtp({ ...container, env, ports })
  return ports.smtp
}

describe('a camera that knows only TLS 1.0', () => {
  const sendWithOldTls = async (port: number) => {
    const tls = {
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1',
      ciphers: 'DEFAULT@SECLEVEL=0',
      rejectUnauthorized: false,
    } as const
    const client = createTransport({ host: '127.0.0.1', port, requireTLS: true, tls })
    return client.sendMail({ from: 'cam@site.example', to: recipient, subject: 'Motion', text: 'Motion' })
  }

  it('is accepted if old TLS is allowed', async () => {
    expect(await sendWithOldTls(await listen({ legacyTls: true }))).toMatchObject({ accepted: [recipient] })
  })

  it('is refused otherwise', async () => {
    await expect(sendWithOldTls(await listen({}))).rejects.toMatchObject({ code: 'ESOCKET' })
  })
})

it.each([
  [true, 538],
  [false, 535],
])(
  'a password that is sent without TLS (TLS is required for passwords: %s) is answered with %i',
  async (authNeedsTls, responseCode) => {
    const port = await listen({ authNeedsTls })
    // The lines are sent without a mail library, because a library would not try to log in.
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'data')
    const plain = Buffer.from('\0nobody\0wrong').toString('base64')
    socket.write(`EHLO camera\r\nAUTH PLAIN ${plain}\r\nQUIT\r\n`)
    expect(await text(socket)).toMatch(new RegExp(`^${responseCode} `, 'm'))
  },
)

describe('a silent camera', () => {
  const sayUntilAnswered = async (socket: Socket, line: string): Promise<void> => {
    socket.write(`${line}\r\n`)
    await once(socket, 'data')
  }

  it.each([
    ['after so long without a byte', { idleSeconds: 1 }, []],
    ['after so long without a command', { stepSeconds: 1 }, ['EHLO camera']],
    ['after so long within a mail', { messageSeconds: 1 }, ['EHLO camera', 'MAIL FROM:<c@x.example>', 'RCPT', 'DATA']],
  ])('is disconnected %s, as configured', async (_when, settings, lines) => {
    const socket = connect(await listen(settings), '127.0.0.1')
    await once(socket, 'data')
    for (const line of lines) await sayUntilAnswered(socket, line === 'RCPT' ? `RCPT TO:<${recipient}>` : line)
    expect(await text(socket)).toMatch(/^421 /m)
  })
})
