/** The namespaces that firmware of different ages writes; the empty one is none. */
export const HIKVISION_NAMESPACES = [
  'http://www.hikvision.com/ver20/XMLSchema',
  'http://www.isapi.org/ver20/XMLSchema',
  'urn:psialliance-org',
  '',
] as const

/** An event as a Hikvision device reports it. */
export interface HikvisionReport {
  eventType: string
  eventState?: 'active' | 'inactive'
  /** As the device writes it: network cameras of a recorder begin at 33. */
  channelId?: number
  /** With the zone of the device, as `2026-11-26T18:32:07+01:00`. */
  dateTime: string
  /** Counts up while the event lasts. */
  activePostCount?: number
  target?: 'human' | 'vehicle'
  namespace?: string
  pictures?: readonly Uint8Array[]
  /** The literal boundary that some firmware always writes. */
  boundary?: string
}

/** A request of a device to the address that was entered in it. */
export interface HikvisionPost {
  contentType: string
  body: Buffer
}

/** The event message of a report. */
export function hikvisionXml(report: HikvisionReport): string {
  const { namespace = HIKVISION_NAMESPACES[0], eventState = 'active', channelId = 1, activePostCount = 1 } = report
  const target = report.target
    ? `<DetectionRegionList><DetectionRegionEntry><regionID>3</regionID><detectionTarget>${report.target}</detectionTarget></DetectionRegionEntry></DetectionRegionList>`
    : ''
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<EventNotificationAlert version="2.0"${namespace === '' ? '' : ` xmlns="${namespace}"`}>`,
    '<ipAddress>192.0.2.64</ipAddress><portNo>80</portNo><protocol>HTTP</protocol>',
    '<macAddress>ac:cb:51:00:00:75</macAddress>',
    `<channelID>${channelId}</channelID><dateTime>${report.dateTime}</dateTime>`,
    `<activePostCount>${activePostCount}</activePostCount><eventType>${report.eventType}</eventType>`,
    `<eventState>${eventState}</eventState><eventDescription>${report.eventType} alarm</eventDescription>`,
    `${target}<channelName>COUR NORD</channelName>`,
    `<detectionPicturesNumber>${report.pictures?.length ?? 0}</detectionPicturesNumber>`,
    '</EventNotificationAlert>',
  ].join('\r\n')
}

/** The request with which a Hikvision device reports an event: XML alone, or with pictures. Written from what devices send. */
export function hikvisionPost(report: HikvisionReport): HikvisionPost {
  const xml = hikvisionXml(report)
  if (!report.pictures) return { contentType: 'application/xml; charset="UTF-8"', body: Buffer.from(xml) }
  const boundary = report.boundary ?? 'MIME_boundary'
  const part = (head: string, content: Uint8Array | string): Buffer =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
      typeof content === 'string' ? Buffer.from(content) : content,
      Buffer.from('\r\n'),
    ])
  const parts = [
    part(
      `Content-Disposition: form-data; name="${report.eventType}"; filename="${report.eventType}.xml"\r\nContent-Type: application/xml\r\nContent-Length: ${Buffer.byteLength(xml)}`,
      xml,
    ),
    ...report.pictures.map((picture, index) =>
      part(
        `Content-Disposition: form-data; name="detectionPicture"; filename="detectionPicture${index}.jpg"\r\nContent-Type: image/jpeg\r\nContent-ID: image_${index}\r\nContent-Length: ${picture.byteLength}`,
        picture,
      ),
    ),
    Buffer.from(`--${boundary}--\r\n`),
  ]
  return { contentType: `multipart/form-data; boundary=${boundary}`, body: Buffer.concat(parts) }
}

/** The request with which a device says every few seconds that it is there. */
export const hikvisionHeartbeat = (dateTime: string): HikvisionPost =>
  hikvisionPost({ eventType: 'videoloss', eventState: 'inactive', dateTime, activePostCount: 0 })
