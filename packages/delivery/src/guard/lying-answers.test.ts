import net from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { portOf } from '../testing/http-sink.ts'
import { openDeps } from '../testing/open-deps.ts'

/** A server that answers each request with the next of these bytes, whatever HTTP says. */
async function openLiar(answers: readonly string[]) {
  let asked = 0
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', () => {
      const answer = answers[asked++] ?? ''
      // `!` at the end: the connection stays open.
      if (answer.endsWith('!')) socket.write(answer.slice(0, -1))
      else socket.end(answer)
    })
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  onTestFinished(() => void server.close())
  const { guard } = await openDeps()
  return () => guard.fetch(`http://hooks.example:${portOf(server)}/`, { timeoutMs: 10_000 })
}

it('an answer that promises more than it has keeps its status, and is told as cut', async () => {
  const ask = await openLiar(['HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nshort'])
  expect(await ask()).toMatchObject({ ok: true, status: 200, truncated: true })
})

it('an answer that is longer than it says is read as far as it says', async () => {
  const ask = await openLiar([
    'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nokHTTP/1.1 410 Gone\r\ncontent-length: 0\r\n\r\n!',
  ])
  const answer = await ask()
  expect(answer).toMatchObject({ ok: true, status: 200 })
  expect(answer.ok && Buffer.from(answer.body).toString()).toBe('ok')
})

it('a second answer to one request is not taken for the answer to the next', async () => {
  const twice = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'
  const ask = await openLiar([
    `${twice}HTTP/1.1 410 Gone\r\ncontent-length: 0\r\n\r\n!`,
    'HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n!',
  ])
  expect(await ask()).toMatchObject({ ok: true, status: 200 })
  const next = await ask()
  // It is the own answer, or none: a 410 would switch the receiver off.
  expect(next).not.toMatchObject({ status: 410 })
})

it('an answer with two lengths is none', async () => {
  const ask = await openLiar(['HTTP/1.1 200 OK\r\ncontent-length: 0\r\ncontent-length: 5\r\n\r\nhello'])
  expect(await ask()).toMatchObject({ ok: false, code: 'protocol' })
})
