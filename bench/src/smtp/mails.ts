import { prepareAlarm, renderScene, type CameraTarget } from '@winnow/testkit'

const VENDORS = ['hikvision', 'dahua', 'axis'] as const

/** Creates one mail for each of some devices, with drawn pictures. The mails are sent repeatedly, each time with a new Message-ID. */
export async function makeMails(): Promise<Buffer[]> {
  const mails: Buffer[] = []
  for (const [seed, vendor] of VENDORS.entries()) {
    const camera: CameraTarget = {
      viewId: '',
      via: 'smtp',
      vendor,
      name: `Camera ${seed}`,
      seed,
      address: 'camera@winnow.local',
    }
    const frames = await renderScene({ kind: 'person-walking', seed, width: 704, height: 576, frames: 3 })
    const pictures = frames.map(({ jpeg, at }) => ({ jpeg, at }))
    const [message] = await prepareAlarm(camera, { at: new Date(), pictures, key: `${seed}@bench` })
    if (message?.via === 'smtp') mails.push(message.raw)
  }
  return mails
}

/** The mail with another Message-ID. A repeated Message-ID would be treated as a resend, which is less work. */
export function renamed(mail: Uint8Array, id: string): Buffer {
  const end = mail.indexOf(13)
  return Buffer.concat([Buffer.from(`Message-ID: <${id}>`, 'latin1'), mail.subarray(end)])
}
