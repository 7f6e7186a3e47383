import { createTransport } from 'nodemailer'
import { afterEach, describe, expect, it } from 'vitest'
import { createSmtpSink } from './smtp-sink.ts'
import { createWebhookSink } from './webhook-sink.ts'

const open: { close(): Promise<void> }[] = []
const keep = <T extends { close(): Promise<void> }>(sink: T): T => {
  open.push(sink)
  return sink
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((sink) => sink.close()))
})

describe('the webhook sink', () => {
  it('stores requests and answers as configured', async () => {
    const sink = keep(await createWebhookSink())
    sink.answer((_request, index) => ({ status: index === 0 ? 503 : 204, headers: { 'retry-after': '7' } }))
    const first = await fetch(`${sink.url}/hook?x=1`, { method: 'POST', body: 'one', headers: { 'x-sign': 's' } })
    const second = await fetch(sink.url, { method: 'PUT', body: 'two' })
    expect([first.status, first.headers.get('retry-after'), second.status]).toEqual([503, '7', 204])
    const [one, two] = await sink.received(2)
    expect(one).toMatchObject({ method: 'POST', path: '/hook?x=1', headers: { 'x-sign': 's' } })
    expect([one?.body.toString(), two?.body.toString()]).toEqual(['one', 'two'])
  })

  it('can break the connection and can leave a sender waiting', async () => {
    const sink = keep(await createWebhookSink())
    sink.answer('reset')
    await expect(fetch(sink.url, { method: 'POST', body: 'x' })).rejects.toThrow('fetch failed')
    sink.answer('hang')
    const stop = new AbortController()
    const pending = fetch(sink.url, { method: 'POST', body: 'y', signal: stop.signal })
    await sink.received(2)
    stop.abort()
    await expect(pending).rejects.toThrow(/abort/)
  })

  it('reports the number of received requests when a wait takes too long', async () => {
    const sink = keep(await createWebhookSink())
    await fetch(sink.url)
    await expect(sink.received(2, 1)).rejects.toThrow('2 webhook requests, got 1')
  })
})

const send = (port: number, user?: string): Promise<unknown> => {
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    ignoreTLS: true,
    ...(user === undefined ? {} : { auth: { user, pass: 'any' } }),
  })
  return transport.sendMail({
    from: 'cam@site.example',
    to: ['a@x.example', 'b@x.example'],
    subject: 'Hello',
    text: 'T',
  })
}

describe('the mail sink', () => {
  it('stores sender, recipients, login and the raw message', async () => {
    const sink = keep(await createSmtpSink())
    await send(sink.port, 'site-7')
    const [mail] = await sink.received(1)
    expect(mail).toMatchObject({ from: 'cam@site.example', to: ['a@x.example', 'b@x.example'], user: 'site-7' })
    expect(mail?.raw.toString()).toContain('Subject: Hello')
  })

  it('refuses messages with the configured code, and does not store them', async () => {
    const sink = keep(await createSmtpSink())
    sink.refuse((_mail, index) => (index === 0 ? 451 : undefined))
    await expect(send(sink.port)).rejects.toMatchObject({ responseCode: 451 })
    expect(sink.mails).toHaveLength(0)
    await send(sink.port)
    expect(sink.mails).toHaveLength(1)
  })
})
