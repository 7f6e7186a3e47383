import { describe, expect, it } from 'vitest'
import { identityEmails } from './identity-claims.ts'
import { mailDomainIssue, mailDomainOf } from './mail-domain.ts'

describe('the e-mail domain of a company', () => {
  it.each(['example.com', 'sub.example.co.uk', 'xn--bcher-kva.example'])('may be %s', (domain) => {
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
  ])('may not be %j: %s', (domain, issue) => {
    expect(mailDomainIssue(domain)).toBe(issue)
  })

  it.each([
    ['ada@example.com', 'example.com'],
    ['"a@b"@example.com', 'example.com'],
    ['ada', ''],
    ['', ''],
  ])('of %j is %j', (email, domain) => {
    expect(mailDomainOf(email)).toBe(domain)
  })
})

describe('the e-mails of an identity', () => {
  it('are those of the directory, normalised and once each', () => {
    const claims = { email: 'Ada@Example.com', preferred_username: 'ada@example.com', upn: 'a.lovelace@example.com' }
    expect(identityEmails(claims)).toEqual(['ada@example.com', 'a.lovelace@example.com'])
  })

  it.each([
    ['email_verified', false],
    ['email_verified', 'false'],
    ['xms_edov', false],
    ['xms_edov', 0],
    ['xms_edov', '0'],
  ])('omit the e-mail when %s is %j', (claim, value) => {
    const claims = { email: 'boss@example.com', preferred_username: 'ada@example.com', [claim]: value }
    expect(identityEmails(claims)).toEqual(['ada@example.com'])
  })

  it('omit values that are not e-mails', () => {
    expect(identityEmails({ email: 7, preferred_username: '+44 1632 960000', upn: null })).toEqual([])
  })
})
