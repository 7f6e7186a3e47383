import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createGuard } from '../guard/guard.ts'
import { portOf } from '../testing/http-sink.ts'
import { smtpRefusal, startSmtpSink } from '../testing/smtp-sink.ts'
import { askMailbox } from './ask-mailbox.ts'

const guard = createGuard({ allowedNetworks: ['127.0.0.0/8'], ownAddresses: [] })
const open: { close: () => unknown }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()))
})

const ask = (port: number, timeoutMs = 5_000) =>
  askMailbox({ host: '127.0.0.1', port, recipient: 'S1@mail.example', ownName: 'winnow.local', timeoutMs }, guard)

/** A server that says what `talk` has it say, as no mail server would. */
async function startTalker(talk: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    talk(socket)
  })
  open.push({
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  return portOf(server)
}

it('asks a real mail server, and sends no mail · INTEGRATIONS-002', async () => {
  const sink = await startSmtpSink({ refuse: () => undefined })
  open.push(sink)
  expect(await ask(sink.port)).toEqual({ ok: true })
  expect(sink.mails).toEqual([])
})

it.each([
  [550, 'mailbox'],
  [450, 'answer'],
])('tells a refusal with %d as %s, without the words of the server', async (status, code) => {
  const sink = await startSmtpSink({ refuse: () => smtpRefusal(status) })
  open.push(sink)
  expect(await ask(sink.port)).toEqual({ ok: false, code })
})

it.each<[string, (socket: Socket) => void, string]>([
  ['is no mail server', (socket) => void socket.write('SSH-2.0-OpenSSH\r\n'), 'answer'],
  ['closes at once', (socket) => void socket.end(), 'answer'],
  ['greets without an end', (socket) => void socket.write('220-a\r\n'.repeat(200)), 'answer'],
  ['sends a line without an end', (socket) => void socket.write('2'.repeat(200_000)), 'answer'],
])('ends with a server that %s', async (_name, talk, code) => {
  expect(await ask(await startTalker(talk))).toEqual({ ok: false, code })
})

it('ends with a server that says nothing, and with one that is not there', async () => {
  expect(await ask(await startTalker(() => undefined), 100)).toEqual({ ok: false, code: 'timeout' })
  const sink = await startSmtpSink()
  await sink.close()
  expect(await ask(sink.port)).toEqual({ ok: false, code: 'refused' })
})
