import { setConnection } from './connections.ts'
import { example } from './example.ts'

export const connectionsExamples = [
  example(setConnection, {
    body: { host: '192.0.2.64', port: 80, tls: false, username: 'winnow', password: 'Abcd-1234' },
  }),
]
