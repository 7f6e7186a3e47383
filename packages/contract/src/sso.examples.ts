import { example, SOME_ID } from './example.ts'
import { confirmSsoDomain, finishSsoTrial, saveSso, startSsoConnect, trySso } from './sso.ts'

export const ssoExamples = [
  example(startSsoConnect, { body: { token: 'x3Jk9' } }),
  example(saveSso, {
    body: {
      enabled: false,
      allowPassword: false,
      clientId: '7a1c',
      clientSecret: 'n0t-4-secret',
      domains: [{ domain: 'contoso.example', tenantId: SOME_ID }],
    },
  }),
  example(trySso, { body: { domain: 'contoso.example' } }),
  example(finishSsoTrial, { body: { code: '0.AXcA8h2', state: 'x3Jk9' } }),
  example(confirmSsoDomain, { body: { domain: 'contoso.example', confirmed: true } }),
]
