import { connectOnvif, discoverRtsp, testNvrHttp, testNvrTcp, testSmtp, testSmtpConfig } from './device-tests.ts'
import { example, SOME_ID } from './example.ts'

export const deviceTestsExamples = [
  example(testSmtp, { body: { siteId: SOME_ID, mailbox: 'S1234', host: 'mail.example.com', port: 25 } }),
  example(testSmtpConfig, {
    body: { siteId: SOME_ID, host: 'mail.example.com', port: 587, username: 'alarms', password: 'a password' },
  }),
  example(testNvrHttp, {
    body: { siteId: SOME_ID, host: '192.0.2.20', port: 80, path: '/', username: 'admin', password: 'a password' },
  }),
  example(testNvrTcp, { body: { siteId: SOME_ID, host: '192.0.2.20', port: 8000 } }),
  example(discoverRtsp, {
    body: { siteId: SOME_ID, host: '192.0.2.20', port: 554, username: 'admin', password: 'a password', channel: 1 },
  }),
  example(connectOnvif, {
    body: { siteId: SOME_ID, host: '192.0.2.20', port: 80, username: 'admin', password: 'a password' },
  }),
]
