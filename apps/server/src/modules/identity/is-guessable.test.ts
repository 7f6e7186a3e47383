import { describe, expect, it } from 'vitest'
import { isGuessable } from './is-guessable.ts'

describe('a password', () => {
  it.each([
    ['a common one with what everybody adds', 'Password123!'],
    ['a common one in disguise', 'P@ssw0rdP@ssw0rd1'],
    ['a walk over the keyboard', 'Qwertyuiop1!'],
    ['a repetition', 'Aa1!Aa1!Aa1!'],
    ['the account itself', 'Ada.Miller-1!'],
    ['the company', 'Northwatch-1!'],
  ])('is easy to guess if it is %s: %s', async (_what, password) => {
    expect(await isGuessable(password, ['Ada Miller', 'ada.miller@northwatch.example', 'Northwatch'])).toBe(true)
  })

  it.each(['Correct-Horse-9', 'Wheat&Chaff-2026', 'correct horse battery staple', 'ЗерноИМякина 2026'])(
    'is not easy to guess if it is %s',
    async (password) => {
      expect(await isGuessable(password, ['Ada Miller'])).toBe(false)
    },
  )

  it('is checked quickly at any length', async () => {
    const started = performance.now()
    expect(await isGuessable('x'.repeat(128), [])).toBe(true)
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})
