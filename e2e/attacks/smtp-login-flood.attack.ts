import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setSiteSmtp } from '@winnow/contract'
import { createTransport } from 'nodemailer'
import { createJourneyCamera } from '../src/harness/camera.ts'
import { logIn } from '../src/harness/api-client.ts'
import type { Attack, Target } from './attack.ts'

/** Below the limit of one address, so that a camera behind the same address still gets a connection. */
const CONNECTIONS = 250
/** Guesses per connection. The server closes the connection after three. */
const GUESSES = 3

const plain = (user: string, password: string): string => Buffer.from(`\0${user}\0${password}`).toString('base64')

/** The first line of the server's next reply; undefined when the server closed the connection. */
async function nextReply(socket: Socket): Promise<string | undefined> {
  const ended = once(socket, 'close').then(() => undefined)
  return Promise.race([once(socket, 'data').then(([chunk]) => String(chunk).split('\r\n')[0]), ended])
}

/** Guesses on one connection until the server closes it, and returns the replies. */
async function guess({ product, address }: Target, connection: number): Promise<string[]> {
  const socket = connect({ ...product.smtp, localAddress: address })
  socket.on('error', () => {})
  const answers: string[] = []
  try {
    if ((await nextReply(socket)) === undefined) return answers
    socket.write('EHLO flood\r\n')
    await nextReply(socket)
    for (let n = 0; n < GUESSES; n++) {
      socket.write(`AUTH PLAIN ${plain(`site-unknown-${connection}-${n}`, 'guess')}\r\n`)
      const answer = await nextReply(socket)
      if (answer === undefined) break
      answers.push(answer.slice(0, 3))
    }
  } finally {
    socket.destroy()
  }
  return answers
}

/** @throws when the login of a camera with the right password fails */
async function cameraLogsIn({ product }: Target, site: { user: string; pass: string }, localAddress: string) {
  const transport = createTransport({ ...product.smtp, localAddress, ignoreTLS: true, auth: site })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

async function makeSite({ admin }: Target) {
  const { siteId } = await createJourneyCamera(admin, 'SMTP flood')
  const { user, password } = await admin.call(setSiteSmtp, {
    params: { id: siteId },
    body: { required: true, newPassword: true },
  })
  if (user === null || password === null) throw new Error('the site got no login')
  return { user, pass: password }
}

export const attack: Attack = {
  title:
    'wrong SMTP logins on 250 connections at once keep neither people out of the console nor cameras out of intake',
  async run(target) {
    const site = await makeSite(target)
    const flood = Promise.all(Array.from({ length: CONNECTIONS }, (_none, n) => guess(target, n)))
    // The cameras log in while the guesses wait for their replies. The second camera is behind the attacker's address.
    await Promise.all([
      ...(['super', 'admin', 'operator'] as const).map((name) => logIn(target.product.url, target.account(name))),
      cameraLogsIn(target, site, '127.0.0.1'),
      cameraLogsIn(target, site, target.address),
    ])
    const answers = (await flood).flat()
    const looked = answers.filter((code) => code === '535').length
    if (looked === 0 || looked > 20) throw new Error(`${looked} of ${answers.length} wrong logins were looked at`)
    await cameraLogsIn(target, site, target.address)
  },
}
