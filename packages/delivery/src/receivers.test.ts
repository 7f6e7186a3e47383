import { expect, it } from 'vitest'
import { createGuard } from './guard/guard.ts'
import { createMailer } from './mail/create-mailer.ts'
import { receivers } from './receivers.ts'
import { sampleMessage } from './testing/sample-alarm.ts'

const deps = {
  guard: createGuard({ allowedNetworks: [], ownAddresses: [] }),
  mailer: createMailer({ from: 'a@b.example', outboxDir: '/dev/null/outbox' }),
}

it('there are a webhook and an e-mail receiver, and what of their settings is secret is known', () => {
  expect(receivers.map(({ id, secretFields }) => [id, secretFields])).toEqual([
    ['webhook', ['secrets', 'headers']],
    ['email', []],
  ])
})

it.each(receivers)('$id says that stored settings cannot be used, without repeating them', async (receiver) => {
  const config = { url: 'https://u:s3cret@hooks.example', secrets: ['s3cret'], recipients: ['s3cret'] }
  const result = await receiver.send(sampleMessage(), config, deps)
  expect(result).toMatchObject({ ok: false, retry: false, code: 'config' })
  expect(JSON.stringify(result)).not.toContain('s3cret')
})

it('a receiver found by its id reads its settings itself', async () => {
  const email = receivers.find(({ id }) => id === 'email')
  const result = await email?.send(sampleMessage(), { recipients: ['ops@nightwatch.example'] }, deps)
  expect(result).toMatchObject({ ok: false, retry: true, code: 'outbox' })
})
