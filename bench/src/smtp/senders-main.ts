/** Entry of the sending process. */
import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { renamed } from './mails.ts'
import type { Sending, Sent } from './senders.ts'

const connect = ({ port, way }: Sending) =>
  createTransport({
    host: '127.0.0.1',
    port,
    secure: false,
    ignoreTLS: true,
    ...(way.keeps ? { pool: true as const, maxConnections: 1, maxMessages: Infinity } : {}),
  })

async function send(sending: Sending): Promise<Sent> {
  const { addresses, mails, way, seconds } = sending
  const milliseconds: number[] = []
  let refused = 0
  let next = 0
  const began = performance.now()
  const sender = async (): Promise<void> => {
    let transport = connect(sending)
    while (performance.now() - began < seconds * 1000) {
      const index = next++
      const mail = mails[index % mails.length]
      const to = addresses[index % addresses.length]
      if (mail === undefined || to === undefined) throw new Error('nothing to send')
      const before = performance.now()
      try {
        await transport.sendMail({
          envelope: { from: 'camera@site.example', to: [to] },
          raw: renamed(mail, randomUUID()),
        })
        milliseconds.push(performance.now() - before)
      } catch {
        refused++
      }
      if (way.keeps) continue
      transport.close()
      transport = connect(sending)
    }
    transport.close()
  }
  await Promise.all(Array.from({ length: way.senders }, sender))
  return { perSecond: (milliseconds.length * 1000) / (performance.now() - began), milliseconds, refused }
}

process.on('message', (sending: Sending) => void send(sending).then((sent: Sent) => process.send?.(sent)))
