import { performance } from 'node:perf_hooks'
import type { DeliveryDeps } from '../receiver.ts'
import type { DeliveryResult } from '../result.ts'
import { createMailer } from './create-mailer.ts'
import type { SmtpSettings } from './mailer.ts'
import { stationResult } from './station-server.ts'

/** A sign of life of a station's mail server: it takes our connection, its certificate is right, and our login is good. No mail is sent. */
export async function askStation(
  { sender, server }: { sender: string; server: SmtpSettings },
  { guard, signal }: DeliveryDeps,
): Promise<DeliveryResult> {
  const startedAt = performance.now()
  // `outboxDir` is never used, since there is a server.
  const mailer = createMailer({ from: sender, outboxDir: '', guard, smtp: server, ...(signal ? { signal } : {}) })
  try {
    const result = await mailer.verify()
    const ms = Math.round(performance.now() - startedAt)
    return result.ok ? { ok: true, ms } : stationResult(result, ms)
  } finally {
    mailer.close()
  }
}
