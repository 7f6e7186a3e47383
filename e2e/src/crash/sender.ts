import { API_BASE, ingestAlarm } from '@winnow/contract'
import { dialFrontel, dialTcp, diallerFrame, type FrontelPanel, readDiallerAnswer } from '@winnow/testkit'
import { Readable } from 'node:stream'
import { Client } from 'basic-ftp'
import { createTransport } from 'nodemailer'

/** The product's current address, which may change at a restart. */
export interface Destination {
  url: string
  smtp: { host: string; port: number }
  ftp: { host: string; port: number }
  /** The port for panels. */
  dc09: number
  /** The port for Videofied panels. */
  frontel: number
}

/** One message of a camera. All its repetitions are identical, including the date (RFC 5322, 3.6.1). */
export interface Message {
  key: string
  number: number
  writtenAt: Date
}

/** A camera that sends numbered messages one after the other, and repeats each one until it is acknowledged. */
export interface Sender {
  /** Keys of the messages that were answered with 250, 226, ACK, FILE_ACK or 200, in order. */
  acknowledged: string[]
  stop(): Promise<void>
}

export interface SenderOptions {
  name: string
  destination: () => Destination
  /** Sends a message and returns whether it was acknowledged. Throws when there is no response. */
  send: (message: Message, destination: Destination) => Promise<boolean>
  /** Milliseconds between an accepted message and the next one. */
  pauseMs: number
}

const RETRY_MS = 100

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Starts a sender. A message whose acknowledgement got lost is sent again with the same key, as a camera or gateway would. */
export function startSender(options: SenderOptions): Sender {
  const acknowledged: string[] = []
  const stopping = new AbortController()
  const loop = async (): Promise<void> => {
    for (let number = 0; !stopping.signal.aborted; number++) {
      const key = `${options.name}-${number}`
      const message = { key, number, writtenAt: new Date() }
      for (;;) {
        const isTaken = await options.send(message, options.destination()).catch(() => false)
        if (isTaken) acknowledged.push(key)
        if (isTaken || stopping.signal.aborted) break
        await pause(RETRY_MS)
      }
      await pause(options.pauseMs)
    }
  }
  const done = loop()
  return {
    acknowledged,
    async stop() {
      stopping.abort()
      await done
    },
  }
}

/** Sends by SMTP with the key as subject and in the Message-ID. */
export const byMail =
  (address: string, picture: Buffer): SenderOptions['send'] =>
  async ({ key, writtenAt }, { smtp }) => {
    const transport = createTransport({
      ...smtp,
      secure: false,
      ignoreTLS: true,
      connectionTimeout: 3_000,
      greetingTimeout: 3_000,
      socketTimeout: 5_000,
    })
    try {
      await transport.sendMail({
        from: 'camera@site.example',
        to: address,
        subject: key,
        messageId: `<${key}@crash.test>`,
        date: writtenAt,
        text: `EVENT TYPE: Motion Detection\nKEY: ${key}`,
        attachments: [{ filename: 'picture.jpg', content: picture }],
      })
      return true
    } finally {
      transport.close()
    }
  }

/** Uploads by FTP with the key as folder, and the time in the name. */
export const byFtp =
  (login: { user: string; password: string }, picture: Buffer): SenderOptions['send'] =>
  async ({ key, writtenAt }, { ftp }) => {
    const client = new Client(5_000)
    try {
      await client.access({ ...ftp, ...login })
      const time = writtenAt.toISOString().replaceAll(/[-:TZ.]/g, '')
      const { code } = await client.uploadFrom(Readable.from([picture]), `/${key}/${time}_motion.jpg`)
      return code === 226
    } finally {
      client.close()
    }
  }

/** Sends by SIA DC-09 with the key as the name of the detector. A repeat has the same sequence number, and the time of its attempt. */
export const byPanel =
  (panel: { account: string; key: Buffer }, zone: number): SenderOptions['send'] =>
  async ({ key, number }, { dc09 }) => {
    const dialler = await dialTcp(dc09)
    const timer = setTimeout(() => dialler.close(), 5_000)
    try {
      const event = { id: 'SIA-DCS', sequence: 1 + (number % 9_999), content: `Nri1/BA${zone}^${key}^`, at: new Date() }
      return readDiallerAnswer(await dialler.send(diallerFrame(panel, event)), panel.key).kind === 'ACK'
    } finally {
      clearTimeout(timer)
      dialler.close()
    }
  }

/** Reports as a Videofied panel, in a connection of its own. */
const byFrontel =
  (serial: string, isAcknowledged: (panel: FrontelPanel, key: string) => Promise<boolean>): SenderOptions['send'] =>
  async ({ key, writtenAt }, { frontel }) => {
    const panel = await dialFrontel(frontel, { serial, at: writtenAt, signal: AbortSignal.timeout(5_000) })
    try {
      return await isAcknowledged(panel, key)
    } finally {
      panel.close()
    }
  }

/** Reports an event of a detector with the key behind it. */
export const byFrontelEvent = (serial: string, detector: number): SenderOptions['send'] =>
  byFrontel(serial, async (panel, key) => (await panel.report(`1,${detector},2,${key}`)) === 'ACK')

/**
 * Sends a picture with the key in the message that announces it, after the event to which it belongs. The next message ends the file, so that its answer need
 * not be waited for.
 */
export const byFrontelFile = (serial: string, detector: number, picture: Buffer): SenderOptions['send'] =>
  byFrontel(serial, async (panel, key) => {
    panel.say(`EVENT,1,${detector},2,event of ${key}`)
    const answer = panel.sendFile(`FILE,${key}`, picture)
    panel.say('ARMING,1')
    return (await answer) === 'FILE_ACK'
  })

/** Sends by HTTP with the key as idempotency key and text. */
export const byUpload =
  (viewId: string, token: string, picture: Buffer): SenderOptions['send'] =>
  async ({ key }, { url }) => {
    const form = new FormData()
    form.append('text', key)
    form.append('picture', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'picture.jpg')
    const reply = await fetch(`${url}${API_BASE}${ingestAlarm.path}?view=${viewId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
      body: form,
      signal: AbortSignal.timeout(5_000),
    })
    await reply.arrayBuffer()
    return reply.status === 200
  }
