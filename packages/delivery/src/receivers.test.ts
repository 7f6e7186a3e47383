import { findReceiverKind, RECEIVERS } from '@winnow/contract'
import { expect, it } from 'vitest'
import { findReceiver, receivers } from './receivers.ts'

it('every kind that the contract defines has an adapter', () => {
  expect(receivers.map(({ kind }) => kind)).toEqual(RECEIVERS.map(({ id }) => id))
  for (const { id } of RECEIVERS) expect(findReceiver(id)?.kind).toBe(id)
  expect(findReceiver('pigeon')).toBeUndefined()
})

it.each(receivers)('$kind can send messages of at least two companies at the same time', ({ inFlight }) => {
  expect(inFlight.perCompany).toBeGreaterThan(0)
  expect(inFlight.limit).toBeGreaterThanOrEqual(2 * inFlight.perCompany)
})

it.each(receivers)('$kind refuses invalid settings without repeating them', (receiver) => {
  const config = { url: 'https://u:s3cret@hooks.example', secrets: ['s3cret'], recipients: ['s3cret'] }
  const parsed = receiver.parse(config)
  expect(parsed.ok).toBe(false)
  expect(JSON.stringify(parsed)).not.toContain('s3cret')
})

it('a webhook reports its URL for the guard, and a mail receiver reports no address', () => {
  const url = 'https://hooks.example/x'
  expect(findReceiver('webhook')?.addresses({ url })).toEqual([{ field: 'url', url }])
  expect(findReceiver('email')?.addresses({ recipients: ['a@b.example'] })).toEqual([])
})

it.each(receivers)('$kind does what its definition says it can', (receiver) => {
  const { kind, session } = receiver
  const definition = findReceiverKind(kind)
  expect('heartbeat' in receiver).toBe(definition?.capabilities.heartbeat)
  const fields: readonly string[] = definition?.fields.map(({ name }) => name) ?? []
  expect(fields.includes('heartbeatSeconds')).toBe(definition?.capabilities.heartbeat)
  expect(fields.includes('severities')).toBe('severity' in (definition?.capabilities ?? {}))
  expect(fields.includes('sharedLink')).toBe(definition?.capabilities.link)
  expect(fields.includes('attach')).toBe('clip' in (definition?.capabilities ?? {}))
  expect('clip' in receiver).toBe('clip' in (definition?.capabilities ?? {}))
  expect(fields.includes('cameras')).toBe(definition?.capabilities.cameras)
  if (session) expect(session.lastSequence).toBeGreaterThan(0)
})
