import { listAlarms } from '@winnow/contract'
import { describe, expect, test } from 'vitest'
import { environmentOf } from './environment.ts'

describe('the environment follows the top-level domain · ENV-001', () => {
  test.each([
    ['console.example.io', 'production'],
    ['CONSOLE.EXAMPLE.IO.', 'production'],
    ['console.example.info', 'qa'],
    ['console.example.biz', 'staging'],
    ['console.example.com', 'devtest'],
    ['io.example.com', 'devtest'],
    ['localhost', 'devtest'],
    ['io', 'devtest'],
    ['192.168.1.20', 'devtest'],
    ['', 'devtest'],
  ])('%s is %s', (hostname, environment) => {
    expect(environmentOf(hostname)).toBe(environment)
  })
})

test('the alarm filter is operatorSays all until something else is chosen · ENV-006', () => {
  expect(listAlarms.query?.parse({}).filter).toBe('all')
})
