import { describe, expect, it } from 'vitest'
import { mailAddressIssue, normalizeMailAddress } from './mail-address.ts'

const domainOf = (length: number): string => `${'a'.repeat(63)}.`.repeat(4).slice(0, length - 1) + 'z'

describe('e-mail addresses', () => {
  it('have at most 318 characters · VALIDATION-021', () => {
    const longest = `${'m'.repeat(64)}@${domainOf(253)}`
    expect(longest).toHaveLength(318)
    expect(mailAddressIssue(longest)).toBeUndefined()
    expect(mailAddressIssue(`m${longest}`)).toEqual({ key: 'v.textMax', params: { n: 318 } })
  })

  it.each(['', 'name', 'a@@b.example', 'a@b@c.example', 'name.example.com'])(
    '%j does not have exactly one @ · VALIDATION-022',
    (text) => {
      expect(mailAddressIssue(text)).toEqual({ key: 'v.email.at' })
    },
  )

  it.each(['name+tag@example.com', '+@example.com', 'a+b+c@example.com'])('%j is an alias · VALIDATION-023', (text) => {
    expect(mailAddressIssue(text)).toEqual({ key: 'v.email.alias' })
  })

  it.each([
    '@example.com',
    'name@',
    'name@localhost',
    'name@example',
    'na me@example.com',
    'name@exa mple.com',
    'name@-a.example',
    '.name@example.com',
    'name.@example.com',
    'na..me@example.com',
    '"name"@example.com',
    'name@[10.0.0.1]',
    'name@10.0.0.1',
    'name@example.com.',
    'näme@example.com',
    'name@bücher.example',
    'Name <name@example.com>',
    'name@example.com,b',
    'name\r\nBcc: x@example.com',
    'name@example.com\n',
    ' name@example.com',
    `${'m'.repeat(65)}@example.com`,
  ])('%j is malformed · VALIDATION-024', (text) => {
    expect(mailAddressIssue(text)).toEqual({ key: 'v.email.invalid' })
  })

  it.each([
    'a@b.co',
    'First.Last@sub.example.com',
    "o'hara@example.com",
    'x_y-z@xn--bcher-kva.example',
    'name@4u.example',
  ])('%j is valid · VALIDATION-024', (text) => {
    expect(mailAddressIssue(text)).toBeUndefined()
  })

  it('are refused in a blocked domain and in its subdomains · VALIDATION-025', () => {
    const blocked = new Set(['trash.example'])
    expect(mailAddressIssue('a@Trash.Example', blocked)).toEqual({
      key: 'v.email.blocked',
      params: { domain: 'trash.example' },
    })
    expect(mailAddressIssue('a@eu.trash.example', blocked)).toEqual({
      key: 'v.email.blocked',
      params: { domain: 'eu.trash.example' },
    })
    expect(mailAddressIssue('a@nottrash.example', blocked)).toBeUndefined()
  })

  it('are compared trimmed and in lower case', () => {
    expect(normalizeMailAddress('  First.Last@Example.COM ')).toBe('first.last@example.com')
  })
})
