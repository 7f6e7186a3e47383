/** Entry of the process of devices. An address is the path to which a device pushes. */
import { hikvisionPost } from '@winnow/testkit'
import { keepHttp } from '../dc09/keep-http.ts'
import type { Sending, Sent } from '../smtp/senders.ts'

/** Goes on from one turn to the next: no event is the repeat of an earlier one. */
let next = 0
const STARTED = Date.now()

async function pushAll({ port, addresses, mails: pictures, way, seconds }: Sending): Promise<Sent> {
  const milliseconds: number[] = []
  let refused = 0
  const began = performance.now()
  const sender = async (): Promise<void> => {
    const line = keepHttp(port)
    while (performance.now() - began < seconds * 1000) {
      const event = next++
      const { body, contentType } = hikvisionPost({
        eventType: 'VMD',
        dateTime: new Date(STARTED + event).toISOString(),
        pictures: [pictures[event % pictures.length] ?? new Uint8Array()],
      })
      const before = performance.now()
      if (await line.post(body, addresses[event % addresses.length] ?? '', contentType))
        milliseconds.push(performance.now() - before)
      else refused++
    }
    line.close()
  }
  await Promise.all(Array.from({ length: way.senders }, sender))
  return { perSecond: (milliseconds.length * 1000) / (performance.now() - began), milliseconds, refused }
}

process.on('message', (sending: Sending) => void pushAll(sending).then((sent: Sent) => process.send?.(sent)))
