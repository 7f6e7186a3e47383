/** A request with which a device reports an event: its method, what follows the entered address, and its body. */
export interface DevicePush {
  method: 'GET' | 'POST'
  /** What the device adds to the address that was entered. */
  suffix: string
  contentType?: string
  headers?: Readonly<Record<string, string>>
  body?: Buffer
}

/** An image that an Axis device uploads (VAPIX action “Send images”, recipient HTTP): one request for each. */
export const axisImage = (image: Uint8Array, name = 'image26-11-27_06-30-12-45.jpg', query = ''): DevicePush => ({
  method: 'POST',
  suffix: query === '' ? '' : `?${query}`,
  contentType: 'image/jpeg',
  headers: { 'content-disposition': `attachment; filename="${name}"` },
  body: Buffer.from(image),
})

/** A notification of an Axis device (VAPIX action “Send notification”): the message and the custom parameters of the rule. */
export function axisNotification(
  message: string,
  { method = 'GET', parameters = '' }: { method?: 'GET' | 'POST'; parameters?: string } = {},
): DevicePush {
  const fields = [`Message=${encodeURIComponent(message)}`, ...(parameters === '' ? [] : [parameters])].join('&')
  return method === 'GET'
    ? { method, suffix: `?${fields}` }
    : { method, suffix: '', contentType: 'application/x-www-form-urlencoded', body: Buffer.from(fields) }
}

/** What an INSTAR camera asks of its alarm server: the custom parameters, and what triggered. */
export const instarAlarm = (active: number, parameters: readonly [string, string][] = []): DevicePush => ({
  method: 'GET',
  suffix: `?${[...parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`), `active=${active}`].join('&')}`,
})

interface UniviewReport {
  type: string
  /** The channel, from 1. */
  source?: number
  seconds?: number
  related?: string
}

const NOTIFICATION = '/LAPI/V1.0/System/Event/Notification'
const REFERENCE = '192.0.2.31:80/Subscription/Subscribers/1'

/** The alarm of a Uniview device (LAPI). Some firmware names a multipart that the body is not. */
export const univiewAlarm = (
  { type, source = 1, seconds, related = '1A' }: UniviewReport,
  contentType = 'application/json',
): DevicePush => ({
  method: 'POST',
  suffix: `${NOTIFICATION}/Alarm`,
  contentType,
  body: Buffer.from(
    JSON.stringify(
      {
        Reference: REFERENCE,
        AlarmInfo: {
          AlarmType: type,
          AlarmLevel: 1,
          TimeStamp: seconds ?? Math.round(Date.now() / 1_000),
          AlarmSeq: 12,
          AlarmSrcID: source,
          AlarmSrcType: 8,
          AlarmSrcName: 'Hof Nord',
          RelatedID: related,
        },
        RelatedObjects: { ObjectList: [{ ObjectType: 2 }] },
      },
      null,
      1,
    ),
  ),
})

/** What a Uniview device has seen, with its pictures in base64. */
export const univiewStructure = (
  pictures: readonly Uint8Array[],
  { related = '1A', seconds }: Partial<UniviewReport> = {},
): DevicePush => ({
  method: 'POST',
  suffix: `${NOTIFICATION}/Structure`,
  contentType: 'application/json',
  body: Buffer.from(
    JSON.stringify({
      Reference: REFERENCE,
      Seq: 7,
      SrcID: 1,
      SrcName: 'Hof Nord',
      NotificationType: 0,
      TimeStamp: seconds ?? Math.round(Date.now() / 1_000),
      RelatedID: related,
      StructureInfo: {
        ObjInfo: {
          PersonNum: 1,
          PersonInfoList: [{ PersonID: 3, Position: '1200,2300;2400,6100', LargePicAttachIndex: 1 }],
        },
        ImageNum: pictures.length,
        ImageInfoList: pictures.map((picture, index) => ({
          Index: index + 1,
          Type: 1,
          Format: 0,
          Size: picture.length,
          Data: Buffer.from(picture).toString('base64'),
        })),
      },
    }),
  ),
})

/** The same by version 1.1: the event and its picture as parts of a multipart. */
export function univiewMultipart(type: string, picture: Uint8Array): DevicePush {
  const boundary = 'uniview-part'
  const event = JSON.stringify({
    Reference: REFERENCE,
    EventInfo: { EventType: type, TimeStamp: Math.round(Date.now() / 1_000), SrcID: 1 },
  })
  return {
    method: 'POST',
    suffix: '/LAPI/V1.1/System/Event/Notification',
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="event"\r\nContent-Type: application/json\r\n\r\n${event}\r\n`,
      ),
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="Image1"; filename="1.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`,
      ),
      picture,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  }
}

/** A count of people, which is no alarm. */
export const univiewCount = (): DevicePush => ({
  method: 'POST',
  suffix: `${NOTIFICATION}/PeopleCount`,
  contentType: 'application/json',
  body: Buffer.from(
    JSON.stringify({ Reference: REFERENCE, LineRuleDataList: [{ RuleID: 1, EnterNum: 3, ExitNum: 2 }] }),
  ),
})
