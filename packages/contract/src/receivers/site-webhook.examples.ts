import { example } from '../example.ts'
import { putSiteWebhook, testWebhook } from './site-webhook.ts'

export const siteWebhookExamples = [
  example(putSiteWebhook, { body: { url: 'https://station.example/alarms' } }),
  example(testWebhook, {
    body: { siteId: '01900000-0000-7000-8000-000000000001', url: 'https://station.example/alarms' },
  }),
]
