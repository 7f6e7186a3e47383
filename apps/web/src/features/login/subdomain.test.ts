import { expect, test } from 'vitest'
import { subdomainOf } from './subdomain.ts'

test.each([
  ['acme.alarms.example', 'acme'],
  ['ACME.alarms.co.example', 'acme'],
  ['acme.localhost', 'acme'],
  ['alarms.example', undefined],
  ['www.alarms.example', undefined],
  ['localhost', undefined],
  ['192.168.1.20', undefined],
  ['[fd00::1]', undefined],
])('the subdomain of %s is %s · BRANDING-001', (hostname, subdomain) => {
  expect(subdomainOf(hostname)).toBe(subdomain)
})
