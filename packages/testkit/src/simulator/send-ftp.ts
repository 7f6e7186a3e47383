import { Readable } from 'node:stream'
import { Client, FTPError } from 'basic-ftp'
import { deviceTime, type DeviceAlarm } from './devices/alarm.ts'
import type { Reply } from './send-smtp.ts'
import type { FtpEndpoint } from './targets.ts'

/** One file that a camera uploads. */
export interface FtpFile {
  user: string
  password: string
  path: string
  content: Buffer
}

/** The path of a picture as Hikvision cameras name it: address, channel, time and event. */
export function ftpPath({ at, event }: DeviceAlarm, seed: number, afterMs: number): string {
  const taken = new Date(at.getTime() + afterMs)
  const { date, compact } = deviceTime(taken)
  const ms = String(taken.getMilliseconds()).padStart(3, '0')
  const words = event === 'line' ? 'LINE_DETECTION' : event === 'motion' ? 'MOTION_DETECTION' : 'FIELD_DETECTION'
  return `/${date}/192.0.2.${seed}_01_${compact}${ms}_${words}.jpg`
}

/** Uploads one file over a connection of its own. Never throws. */
export async function sendFtp({ host, port }: FtpEndpoint, { user, password, path, content }: FtpFile): Promise<Reply> {
  const client = new Client(20_000)
  try {
    await client.access({ host, port, user, password })
    const { code, message } = await client.uploadFrom(Readable.from([content]), path)
    return { code, text: message }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return { code: error instanceof FTPError ? error.code : 0, text }
  } finally {
    client.close()
  }
}
