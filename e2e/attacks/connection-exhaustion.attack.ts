import { connect, type Socket } from 'node:net'
import { getCurrentUser } from '@winnow/contract'
import type { Attack, Target } from './attack.ts'

/** Number of connections, above the limit of one address. */
const HTTP_CONNECTIONS = 560
const SMTP_CONNECTIONS = 300

/** Connects, sends `say` unless it is empty, and returns the first data received, or an empty text when the connection was cut. */
async function open(to: { host: string; port: number }, localAddress: string, say: string, held: Socket[]) {
  const socket = connect({ ...to, localAddress })
  held.push(socket)
  socket.on('error', () => {})
  const cut = new Promise<string>((resolve) => void socket.once('close', () => resolve('')))
  if (say !== '') socket.write(say)
  const heard = new Promise<string>((resolve) => void socket.once('data', (data) => resolve(String(data))))
  return Promise.race([heard, cut])
}

const count = (answers: string[], answer: RegExp): number => answers.filter((heard) => answer.test(heard)).length

/** Opens connections that stay open, and returns one reply for each. */
const openAll = (times: number, one: () => Promise<string>) => Promise.all(Array.from({ length: times }, one))

/** Holds all connections that one address can get, and checks that other addresses are served. */
async function exhaust({ product, address, admin }: Target, held: Socket[]): Promise<void> {
  const web = { host: new URL(product.url).hostname, port: Number(new URL(product.url).port) }
  const ask = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
  const pages = await openAll(HTTP_CONNECTIONS, () => open(web, address, ask, held))
  if (count(pages, /200 OK/) >= HTTP_CONNECTIONS) throw new Error('one address got all the HTTP connections it wanted')
  if (count(pages, /200 OK/) < 100) throw new Error('an office could not open its consoles')
  const greetings = await openAll(SMTP_CONNECTIONS, () => open(product.smtp, address, '', held))
  if (count(greetings, /^220/) >= SMTP_CONNECTIONS)
    throw new Error('one address got all the SMTP connections it wanted')
  if (count(greetings, /^220/) < 100) throw new Error('the cameras of a site could not connect')
  const other = address.replace(/^127\.0\./, '127.1.')
  if (!/200 OK/.test(await open(web, other, ask, held))) throw new Error('another address got no page')
  if (!(await open(product.smtp, other, '', held)).startsWith('220')) throw new Error('another address sent no mail')
  await admin.call(getCurrentUser)
}

export const attack: Attack = {
  title: 'when one address holds all connections that it can get, clients at other addresses are still served',
  async run(target) {
    const held: Socket[] = []
    try {
      await exhaust(target, held)
    } finally {
      for (const socket of held) socket.destroy()
    }
  },
}
