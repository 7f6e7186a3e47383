import { describe, expect, it } from 'vitest'
import { urlIssue } from './url.ts'

describe('web addresses', () => {
  it.each([
    '',
    'example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    '//example.com',
    'http:/example.com',
    ' http://a',
  ])('%j lacks its scheme · VALIDATION-026', (text) => {
    expect(urlIssue(text)).toEqual({ key: 'v.url.scheme' })
  })

  it.each([
    'http://',
    'https://?x',
    'http://a b',
    'http://a:99999',
    'http://[::g]',
    'http://a\\b',
    'http://a\nb',
    'http://300.1.1.1',
  ])('%j is malformed · VALIDATION-027', (text) => {
    expect(urlIssue(text)).toEqual({ key: 'v.url.invalid' })
  })

  it('have at most 2048 characters · VALIDATION-028', () => {
    const base = 'https://example.com/'
    expect(urlIssue(base + 'a'.repeat(2048 - base.length))).toBeUndefined()
    expect(urlIssue(base + 'a'.repeat(2049 - base.length))).toEqual({ key: 'v.textMax', params: { n: 2048 } })
  })

  it.each(['http://a', 'HTTPS://Example.com:8443/x?y=1#z', 'http://192.168.1.1/', 'https://bücher.example/'])(
    '%j is valid · VALIDATION-027',
    (text) => {
      expect(urlIssue(text)).toBeUndefined()
    },
  )
})
