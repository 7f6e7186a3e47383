import { expect, it } from 'vitest'
import { deviceHost } from './device-host.ts'

it.each([
  ['127.0.0.1', 'https://winnow.example', { host: '127.0.0.1', onlyHere: true }],
  ['192.168.1.20', 'https://winnow.example', { host: '192.168.1.20', onlyHere: false }],
  ['0.0.0.0', 'https://winnow.example:8443', { host: 'winnow.example', onlyHere: false }],
  ['::', 'https://[2001:db8::7]', { host: '[2001:db8::7]', onlyHere: false }],
  ['0.0.0.0', 'http://localhost:8080', { host: 'localhost', onlyHere: true }],
  ['::', 'http://[::1]:8080', { host: '[::1]', onlyHere: true }],
])('devices get the right host if the server listens on %s and the console is at %s', (listensOn, publicUrl, found) => {
  expect(deviceHost(listensOn, publicUrl)).toEqual(found)
})
