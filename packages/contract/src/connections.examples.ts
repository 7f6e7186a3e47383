import { lookAtDeviceHosts, setConnection, writeDeviceHost } from './connections.ts'
import { example } from './example.ts'

export const connectionsExamples = [
  example(setConnection, {
    body: { host: '192.0.2.64', port: 80, tls: false, username: 'winnow', password: 'Abcd-1234' },
  }),
  example(lookAtDeviceHosts, { body: { host: '192.0.2.64', username: 'admin', password: 'Abcd-1234' } }),
  example(writeDeviceHost, {
    body: { host: '192.0.2.64', username: 'admin', password: 'Abcd-1234', action: 'write' },
  }),
]
