/** Entry of the uploading process. */
import { Readable } from 'node:stream'
import { randomUUID } from 'node:crypto'
import { Client } from 'basic-ftp'
import { FTP_PASSWORD } from '../smtp/product-intake.ts'
import type { Sending, Sent } from '../smtp/senders.ts'

async function upload({ port, addresses, mails: pictures, way, seconds }: Sending): Promise<Sent> {
  const milliseconds: number[] = []
  let refused = 0
  let next = 0
  const began = performance.now()
  const sender = async (number: number): Promise<void> => {
    const user = addresses[number % addresses.length] ?? ''
    const connect = async (): Promise<Client> => {
      const made = new Client(10_000)
      await made.access({ host: '127.0.0.1', port, user, password: FTP_PASSWORD })
      return made
    }
    let client = await connect()
    while (performance.now() - began < seconds * 1000) {
      const picture = pictures[next++ % pictures.length] ?? new Uint8Array()
      const before = performance.now()
      try {
        await client.uploadFrom(Readable.from([picture]), `/${randomUUID()}.jpg`)
        milliseconds.push(performance.now() - before)
      } catch {
        refused++
        client.close()
        client = await connect()
      }
      if (way.keeps) continue
      client.close()
      client = await connect()
    }
    client.close()
  }
  await Promise.all(Array.from({ length: way.senders }, (_, number) => sender(number)))
  return { perSecond: (milliseconds.length * 1000) / (performance.now() - began), milliseconds, refused }
}

process.on('message', (sending: Sending) => void upload(sending).then((sent: Sent) => process.send?.(sent)))
