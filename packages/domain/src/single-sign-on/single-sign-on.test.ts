import { describe, expect, it } from 'vitest'
import { identityEmails } from './identity-claims.ts'
import { mailDomainIssue, mailDomainOf } from './mail-domain.ts'

describe('the e-mail domain', () => {
  it.each(['example.com', 'sub.example.co.uk', 'xn--bcher-kva.example'])('of a company may be %s', (domain) => {
    expect(mailDomainIssue(domain)).toBeUndefined()
  })

  it.each([
    ['example', 'invalid'],
    ['10.0.0.1', 'invalid'],
    ['ada@example.com', 'invalid'],
    ['https://example.com', 'invalid'],
    ['', 'invalid'],
    ['gmail.com', 'public'],
    ['onmicrosoft.com', 'public'],
  ])('of a company may not be %j: %s', (domain, issue) => {
    expect(mailDomainIssue(domain)).toBe(issue)
  })

  it.each([
    ['ada@example.com', 'example.com'],
    ['"a@b"@example.com', 'example.com'],
    ['ada', ''],
    ['', ''],
  ])('of the address %j is %j', (email, domain) => {
    expect(mailDomainOf(email)).toBe(domain)
  })
})

describe('the e-mails of an identity', () => {
  it('are those of the claims, normalised and without repetition', () => {
    const claims = { email: 'Ada@Example.com', preferred_username: 'ada@example.com', upn: 'a.lovelace@example.com' }
    expect(identityEmails(claims)).toEqual(['ada@example.com', 'a.lovelace@example.com'])
  })

  it.each([
    ['email_verified', false],
    ['email_verified', 'false'],
    ['xms_edov', false],
    ['xms_edov', 0],
    ['xms_edov', '0'],
  ])('do not include the claim `email` when %s is %j', (claim, value) => {
    const claims = { email: 'boss@example.com', preferred_username: 'ada@example.com', [claim]: value }
    expect(identityEmails(claims)).toEqual(['ada@example.com'])
  })

  it('do not include values that are not e-mail addresses', () => {
    expect(identityEmails({ email: 7, preferred_username: '+44 1632 960000', upn: null })).toEqual([])
  })
})
