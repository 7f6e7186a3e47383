import { performance } from 'node:perf_hooks'
import { askStation } from '../mail/ask-station.ts'
import { createMailer } from '../mail/create-mailer.ts'
import { stationAttachments } from '../mail/station-attachments.ts'
import { stationResult } from '../mail/station-server.ts'
import type { ReceiverAdapter } from '../receiver.ts'
import { parseSentinelConfig, type SentinelConfig } from './sentinel-config.ts'
import { sentinelMail } from './sentinel-mail.ts'

/** Sends alarms to Sentinel: a mail with contract and camera number, and the picture with the boxes drawn. */
export const sentinelReceiver: ReceiverAdapter<SentinelConfig> = {
  // Each receiver names its own server, and a slow one holds its place for up to a minute.
  inFlight: { limit: 32, perCompany: 8 },
  parse: parseSentinelConfig,
  addresses: ({ server }) => [{ field: 'smtpHost', host: server.host, port: server.port }],
  wantsPicture: () => true,
  clip: 'attached',
  heartbeat: (_state, config, deps) => askStation(config, deps),
  async send({ id, payload, picture, clip, now }, config, { guard, signal, transcript }) {
    const startedAt = performance.now()
    // `outboxDir` is never used, since there is a server.
    const mailer = createMailer({ from: config.sender, outboxDir: '', guard, smtp: config.server })
    try {
      const result = await mailer.send(
        {
          to: config.recipient,
          ...sentinelMail(id, payload, config),
          attachments: stationAttachments({ picture, clip }),
          messageKey: id,
          threadKey: `alarm-${payload.id}`,
          headers: { 'X-Alarm-Id': payload.id, 'X-Alarm-Verdict': payload.verdict },
          date: now,
        },
        { signal, transcript },
      )
      return stationResult(result, Math.round(performance.now() - startedAt))
    } finally {
      mailer.close()
    }
  },
}
