import { describe, expect, it } from 'vitest'
import { createCallerPlaces } from './caller-places.ts'

const make = () => createCallerPlaces({ perCaller: 1, perAddress: 2, total: 3, words: { own: 'own', all: 'all' } })
const caller = (sessionId: string, address = '192.0.2.1') => ({ sessionId, tokenId: null, address })
const limited = expect.objectContaining({ code: 'RATE_LIMITED', message: 'own', retryAfter: 60 })

describe('places for requests', () => {
  it('are limited by session', () => {
    const places = make()
    const leave = places.take(caller('a'))
    expect(() => places.take(caller('a', '192.0.2.2'))).toThrow(limited)
    leave()
    expect(places.take(caller('a'))).toBeTypeOf('function')
  })

  it('are limited by token', () => {
    const places = make()
    const token = { sessionId: null, tokenId: 't', address: '192.0.2.1' }
    places.take(token)
    expect(() => places.take(token)).toThrow(limited)
  })

  it('are limited by address, and a refused request uses none', () => {
    const places = make()
    const leave = [places.take(caller('a')), places.take(caller('b'))]
    expect(() => places.take(caller('c'))).toThrow(limited)
    leave[0]?.()
    expect(places.take(caller('c'))).toBeTypeOf('function')
  })

  it('are limited in total, and the error then does not blame the caller', () => {
    const places = make()
    for (const name of ['a', 'b', 'c']) places.take(caller(name, `192.0.2.${name.codePointAt(0)}`))
    expect(() => places.take(caller('d', '192.0.2.1'))).toThrow(
      expect.objectContaining({ code: 'UNAVAILABLE', message: 'all', retryAfter: 60 }),
    )
  })
})
