/** Entry of the process of panels. An address is `account/detector`, or for the bare route `site/camera`. */
import { dialTcp, diallerFrame, readDiallerAnswer } from '@winnow/testkit'
import type { Sending, Sent } from '../smtp/senders.ts'
import { keepHttp } from './keep-http.ts'

type Post = (bytes: Buffer, path: string) => Promise<boolean>

const frameOf = (address: string, sequence: number): Buffer => {
  const [account = '', zone = ''] = address.split('/')
  const content = `Nri1/BA${zone}`
  return diallerFrame({ account }, { id: 'SIA-DCS', sequence: 1 + (sequence % 9_999), content, at: new Date() })
}

/** A panel that keeps its connection. */
async function dial(port: number): Promise<{ post: Post; close: () => void }> {
  const dialler = await dialTcp(port)
  return {
    post: async (bytes) => readDiallerAnswer(await dialler.send(bytes)).kind === 'ACK',
    close: () => dialler.close(),
  }
}

/** Goes on from one turn to the next: a message with the number of an earlier one would be its repeat, which is not stored. */
let next = 0

async function sendAll({ port, addresses, way, seconds, mails }: Sending): Promise<Sent> {
  const milliseconds: number[] = []
  let refused = 0
  // A body for the bare route; panels write their own messages of the same length.
  const isRoute = mails.length > 0
  const began = performance.now()
  const sender = async (): Promise<void> => {
    const line = isRoute ? keepHttp(port) : await dial(port)
    while (performance.now() - began < seconds * 1000) {
      const sequence = next++
      const address = addresses[sequence % addresses.length] ?? ''
      const bytes = frameOf(isRoute ? '0001/1' : address, sequence)
      const before = performance.now()
      if (await line.post(bytes, address)) milliseconds.push(performance.now() - before)
      else refused++
    }
    line.close()
  }
  await Promise.all(Array.from({ length: way.senders }, sender))
  return { perSecond: (milliseconds.length * 1000) / (performance.now() - began), milliseconds, refused }
}

process.on('message', (sending: Sending) => void sendAll(sending).then((sent: Sent) => process.send?.(sent)))
