import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { renamed } from './mails.ts'
import type { IntakeServer } from './smtp.ts'

interface Sent {
  perSecond: number
  /** From the first byte of a connection to its 250. */
  milliseconds: number[]
  refused: number
}

/** Sends mails from some cameras at once, each mail in a connection of its own and to the next address. */
export async function sendAll(
  server: IntakeServer,
  mails: readonly Buffer[],
  options: { count: number; connections: number },
): Promise<Sent> {
  const milliseconds: number[] = []
  let refused = 0
  let next = 0
  const began = performance.now()
  const sender = async (): Promise<void> => {
    while (next < options.count) {
      const index = next++
      const mail = mails[index % mails.length]
      const to = server.addresses[index % server.addresses.length]
      if (mail === undefined || to === undefined) throw new Error('nothing to send')
      const transport = createTransport({ host: '127.0.0.1', port: server.port, secure: false, ignoreTLS: true })
      const before = performance.now()
      try {
        await transport.sendMail({
          envelope: { from: 'camera@site.example', to: [to] },
          raw: renamed(mail, randomUUID()),
        })
        milliseconds.push(performance.now() - before)
      } catch {
        refused++
      } finally {
        transport.close()
      }
    }
  }
  await Promise.all(Array.from({ length: options.connections }, sender))
  return { perSecond: ((options.count - refused) * 1000) / (performance.now() - began), milliseconds, refused }
}
