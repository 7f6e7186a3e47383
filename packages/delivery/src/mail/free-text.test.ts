import { describe, expect, it } from 'vitest'
import { quotedName, unlinked } from './free-text.ts'

describe('a name within one of our sentences', () => {
  it.each([
    ['Acme Guarding', '“Acme Guarding”'],
    ['Müller & Söhne GmbH & Co. KG', '“Müller & Söhne GmbH & Co. KG”'],
    ['Your account is locked, visit http://evil', '“Your account is locked, visit http: //evil”'],
    ['see www.evil.example/now', '“see www. evil. example/now”'],
    ['ask help@evil.example', '“ask help @ evil. example”'],
    ['Acme” invites you. Winnow says: “log in', '“Acme’ invites you. Winnow says: ’log in”'],
    ['Acme\r\n\r\nYour account is locked', '“Acme Your account is locked”'],
    ['\u202eemca', '“emca”'],
    ['Camera 2.5 at 10.0.0.7', '“Camera 2.5 at 10.0.0.7”'],
  ])('%j is written %s', (name, written) => {
    expect(quotedName(name)).toBe(written)
  })

  it('is truncated at a whole character', () => {
    expect(Array.from(quotedName('🐕'.repeat(500)))).toHaveLength(62)
  })
})

it('a text that no mail program turns into a link is unchanged', () => {
  for (const text of ['North gate (1.2)', 'Tor 3. Etage', 'a @ b', '12:30', 'und/oder'])
    expect(unlinked(text)).toBe(text)
})
