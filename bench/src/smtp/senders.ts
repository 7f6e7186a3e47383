import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ENTRY = fileURLToPath(new URL('./senders-main.ts', import.meta.url))

/** The number of parallel senders, and whether each keeps one connection for all mails or, like cameras, opens one for each mail. */
export interface Way {
  senders: number
  keeps: boolean
}

/** Mails and destinations. Each sender sends one mail after the other, each time to the next address. */
export interface Sending {
  port: number
  addresses: readonly string[]
  mails: readonly Uint8Array[]
  way: Way
  seconds: number
}

export interface Sent {
  perSecond: number
  /** For each accepted mail: from the first byte of its connection, or of its envelope on an open connection, to its 250. */
  milliseconds: number[]
  refused: number
}

/** Senders in a separate process. In the same thread, the measurement of the server would include them. */
export interface Senders {
  send(sending: Sending): Promise<Sent>
  close(): void
}

/** @param entry the program of the process; that of mails if left out */
export function startSenders(entry = ENTRY): Senders {
  const child = fork(entry, { serialization: 'advanced' })
  return {
    send: (sending) =>
      new Promise((resolve, reject) => {
        const onExit = (): void => reject(new Error('the senders have ended'))
        child.once('exit', onExit)
        child.once('message', (sent: Sent) => {
          child.off('exit', onExit)
          resolve(sent)
        })
        child.send(sending)
      }),
    close: () => void child.kill(),
  }
}
