import { expect, it } from 'vitest'
import { requirePinned } from './connect.ts'
import { GuardError } from './types.ts'

const to = { host: 'station.example', addresses: [{ address: '192.0.2.7', family: 4 as const }] }

it('a connection to a checked address is used', () => {
  expect(() => requirePinned({ remoteAddress: '192.0.2.7' }, to)).not.toThrow()
  expect(() => requirePinned({ remoteAddress: '::ffff:192.0.2.7' }, to)).not.toThrow()
})

it('a connection to any other address is refused', () => {
  expect(() => requirePinned({ remoteAddress: '192.0.2.8' }, to)).toThrow(GuardError)
})

it('a connection that was reset before it could be looked at is one that broke, and no refused address', () => {
  expect(() => requirePinned({ remoteAddress: undefined }, to)).toThrow(expect.objectContaining({ code: 'ECONNRESET' }))
})
