import { expect, test } from 'vitest'
import { smtpSettings } from './smtp-settings.ts'

test.each([
  ['smtp://mail.example.org', { host: 'mail.example.org', port: 587, secure: false }],
  ['smtps://mail.example.org', { host: 'mail.example.org', port: 465, secure: true }],
  ['smtp://[2001:db8::25]:2525', { host: '2001:db8::25', port: 2525, secure: false }],
  [
    'smtps://alarms%40example.org:p%2Fa%3Ass@mail.example.org:4650',
    { host: 'mail.example.org', port: 4650, secure: true, user: 'alarms@example.org', pass: 'p/a:ss' },
  ],
])('%s', (address, settings) => {
  expect(smtpSettings(address)).toEqual(settings)
})

test.each([true, false])('TLS is required as configured (%s), for every user', (requireTls) => {
  expect(smtpSettings('smtp://user:word@mail.example.org', requireTls)).toMatchObject({ user: 'user', requireTls })
})
