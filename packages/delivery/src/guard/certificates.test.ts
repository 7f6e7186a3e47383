import { expect, it, onTestFinished } from 'vitest'
import { parseSyslogConfig } from '../syslog/syslog-config.ts'
import { syslogReceiver } from '../syslog/syslog-receiver.ts'
import { testCertificate, type TestCertificate } from '../testing/http-sink.ts'
import { openDeps } from '../testing/open-deps.ts'
import { sampleMessage } from '../testing/sample-alarm.ts'
import { startSyslogSink } from '../testing/syslog-sink.ts'

/** Sends to a server that shows one certificate, where the settings name another one, or none. */
async function sendTo(shown: TestCertificate, settings: { trusted?: TestCertificate; host?: string }) {
  const { trusted, host = 'mail.example' } = settings
  const sink = await startSyslogSink({ tls: true, certificate: shown })
  onTestFinished(() => sink.close())
  const authority = trusted ? { authority: (await testCertificate(trusted)).cert } : {}
  const parsed = parseSyslogConfig({ host, port: sink.port, security: 'tls', ...authority })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors))
  return { result: await syslogReceiver.send(sampleMessage(), parsed.config, await openDeps()), sink }
}

it.each([
  ['the pinned one was renewed', 'renewed', { trusted: 'expired' }, /enter the new one/],
  ['it has run out', 'expired', { trusted: 'expired' }, /has run out\. It must be renewed/],
  [
    'it is for another name',
    'renewed',
    { trusted: 'renewed', host: 'other.example' },
    /for another name\. Check the address/,
  ],
  ['nobody whom we know has signed it', 'renewed', {}, /No authority that is trusted here/],
] as const)(
  'a certificate is refused, tried again, and told of with what to do: %s',
  async (_why, shown, settings, words) => {
    const { result, sink } = await sendTo(shown, settings)
    expect(result).toMatchObject({ ok: false, retry: true, code: 'tls', detail: expect.stringMatching(words) })
    expect(sink.messages).toEqual([])
  },
)

it('a certificate that the server made itself is taken where the settings have it', async () => {
  const { result, sink } = await sendTo('renewed', { trusted: 'renewed' })
  expect(result).toMatchObject({ ok: true })
  expect(sink.messages).toHaveLength(1)
})
