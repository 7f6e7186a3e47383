import { describe, expect, it, onTestFinished } from 'vitest'
import { findReceiver } from './receivers.ts'
import { startHttpSink } from './testing/http-sink.ts'
import { openDeps } from './testing/open-deps.ts'
import { NOW } from './testing/sample-alarm.ts'
import { startSmtpSink } from './testing/smtp-sink.ts'
import { createWebhookSecret } from './webhook/signature.ts'

/** Asks a receiver of a kind for a sign of life. */
async function ask(kind: string, config: object) {
  const receiver = findReceiver(kind)
  const parsed = receiver?.parse(config)
  if (!parsed?.ok || !receiver?.heartbeat) throw new Error(JSON.stringify(parsed))
  return receiver.heartbeat({}, parsed.config, { ...(await openDeps()), now: NOW })
}

describe('a webhook', () => {
  const secrets = [{ secret: createWebhookSecret() }]

  it.each([
    [200, true],
    // It takes no HEAD, and answers nevertheless.
    [405, true],
    [503, false],
  ])('that answers %i to HEAD is there: %s; nothing is told to it', async (status, ok) => {
    const sink = await startHttpSink((response) => response.writeHead(status).end())
    onTestFinished(() => sink.close())
    const config = { url: `http://hooks.example:${sink.port}/a`, headers: { authorization: 'Bearer t' }, secrets }
    expect(await ask('webhook', config)).toMatchObject({ ok, status })
    expect(sink.requests).toMatchObject([
      { method: 'HEAD', path: '/a', body: '', headers: { authorization: 'Bearer t' } },
    ])
  })

  it('is not there where its certificate has run out, or nothing listens', async () => {
    const sink = await startHttpSink((response) => response.end(), { tls: true })
    onTestFinished(() => sink.close())
    const config = { url: `https://hooks.example:${sink.port}/`, secrets }
    expect(await ask('webhook', config)).toMatchObject({ ok: true })
    await sink.showCertificate('expired')
    expect(await ask('webhook', config)).toMatchObject({ ok: false, code: 'tls' })
    expect(await ask('webhook', { url: 'http://hooks.example:1025/', secrets })).toMatchObject({
      ok: false,
      code: 'refused',
    })
  })

  it('may be asked at most every ten seconds', () => {
    const config = { url: 'https://hooks.example/', secrets, heartbeatSeconds: 9 }
    expect(findReceiver('webhook')?.parse(config)).toMatchObject({ ok: false, errors: [{ field: 'heartbeatSeconds' }] })
  })
})

describe.each(['immix', 'sentinel', 'relay'])('the mail server of %s', (kind) => {
  const settings = (port: number) => ({
    recipient: 's1@station.example',
    sender: 'a@winnow.example',
    contract: '4711',
    smtpHost: 'mail.example',
    smtpPort: port,
    security: 'none',
  })

  it('is there where it takes the connection; no mail is sent', async () => {
    const sink = await startSmtpSink({ disabledCommands: ['STARTTLS'] })
    expect(await ask(kind, settings(sink.port))).toMatchObject({ ok: true })
    expect([sink.connections(), sink.mails.length]).toEqual([1, 0])
    await sink.close()
    // The port of the sink may be given to another test at once.
    expect(await ask(kind, settings(1025))).toMatchObject({ ok: false, retry: true, code: 'refused' })
  })
})
