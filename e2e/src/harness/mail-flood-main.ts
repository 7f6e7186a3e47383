// Sends the mails of a flood. It is a separate process, because it would otherwise delay the measurement of other senders' waits.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { MailFlood } from './mail-flood.ts'

/** The first line of the server's next reply; undefined when the server closed the connection. */
async function nextReply(socket: Socket): Promise<string | undefined> {
  const said = once(socket, 'data').then(
    ([chunk]) => String(chunk).split('\r\n')[0],
    // The connection failed.
    () => undefined,
  )
  return Promise.race([said, new Promise<undefined>((resolve) => void socket.once('close', () => resolve(undefined)))])
}

/** Lines of base64, as in an attachment. */
const PIECE = Buffer.from(`${'QUJD'.repeat(19)}\r\n`.repeat(3_360))

const head = [
  'From: camera@site.example',
  'Subject: Motion',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=part',
  '',
  '--part',
  'Content-Type: video/mp4; name=event.mp4',
  'Content-Transfer-Encoding: base64',
  'Content-Disposition: attachment; filename=event.mp4',
  '',
  '',
].join('\r\n')

/** Sends one mail as fast as the server accepts it. Returns the reply to the mail, or to the last command before it. */
async function send({ smtp, from, to, bytes }: MailFlood): Promise<string | undefined> {
  const socket = connect({ ...smtp, localAddress: from })
  socket.on('error', () => {})
  let resume = (): void => {}
  for (const event of ['drain', 'close']) socket.on(event, () => resume())
  try {
    if ((await nextReply(socket)) === undefined) return undefined
    for (const line of ['EHLO camera', 'MAIL FROM:<camera@site.example>', `RCPT TO:<${to}>`, 'DATA']) {
      socket.write(`${line}\r\n`)
      const reply = await nextReply(socket)
      if (reply === undefined || /^[45]/.test(reply)) return reply
    }
    const answered = nextReply(socket)
    socket.write(head)
    for (let sent = 0; sent < bytes && !socket.destroyed; sent += PIECE.length)
      if (!socket.write(PIECE)) await new Promise<void>((resolve) => (resume = resolve))
    socket.write('\r\n--part--\r\n.\r\n')
    return await answered
  } finally {
    socket.destroy()
  }
}

process.once('message', (flood: MailFlood) => {
  Promise.all(Array.from({ length: flood.mails }, () => send(flood))).then(
    (answers) => process.send?.(answers.map((answer) => answer?.slice(0, 3) ?? 'hung up')),
    (error: unknown) => {
      throw error
    },
  )
})
