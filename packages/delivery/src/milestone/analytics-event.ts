import { bestClass } from '../best-class.ts'
import { lineOfCamera } from '../line-of-camera.ts'
import { occasionOf, summaryOf } from '../occasion.ts'
import { openLinkOf } from '../open-link.ts'
import type { DeliveryAlarm, DeliveryDetection } from '../payload.ts'
import { xmlText } from '../xml-text.ts'

const MAX_TEXT = 250
const MAX_URL = 1000
const MAX_OBJECTS = 50
/** The kind of cameras among the items of XProtect. */
const CAMERA = '5135BA21-F1DC-4321-806A-6CE2017343C0'
const GUID = /^\{?([0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})\}?$/

interface AnalyticsEvent {
  /** The id of the message, a GUID. */
  id: string
  /** The name of an analytics event of XProtect. */
  event: string
  cameras: readonly { camera: string; source?: string | undefined }[]
  jpeg?: Uint8Array | undefined
}

/** A text as it may stand in an element. */
const text = (words: string, max = MAX_TEXT): string => xmlText(words, max)
const part = (value: number): string => Math.min(1, Math.max(0, value)).toFixed(4)

/** A rectangle around what was found, closed by its first point. */
function objectXml({ class: found, score, box: { x, y, width, height } }: DeliveryDetection): string {
  const corners = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
    [x, y],
  ] as const
  const points = corners.map(([left, top]) => `<Point><X>${part(left)}</X><Y>${part(top)}</Y></Point>`).join('')
  return (
    `<Object><Name>Rectangle</Name><Confidence>${part(score)}</Confidence><Value>${text(found, 40)}</Value>` +
    `<AlarmTrigger>true</AlarmTrigger><Polygon><Color><A>255</A><R>255</R><G>255</G><B>0</B></Color>` +
    `<PointList>${points}</PointList></Polygon></Object>`
  )
}

/** What supports the alarm in the picture that shows it best. */
function foundIn({ detections }: DeliveryAlarm): readonly DeliveryDetection[] {
  const supporting = detections.filter(({ doubt }) => doubt === null).toSorted((a, b) => b.score - a.score)
  return supporting.filter(({ picture }) => picture === supporting[0]?.picture).slice(0, MAX_OBJECTS)
}

/** The camera by its id in XProtect, else by its address there, else by its name here. */
function sourceXml(alarm: DeliveryAlarm, cameras: AnalyticsEvent['cameras']): string {
  const source = lineOfCamera(alarm, cameras)?.source || alarm.view.name
  const guid = GUID.exec(source)?.[1]
  if (guid === undefined) return `<Source><Name>${text(source)}</Name></Source>`
  const fqid = `<ObjectId>${guid}</ObjectId><FolderType>0</FolderType><Kind>${CAMERA}</Kind>`
  return `<Source><Name>${text(alarm.view.name)}</Name><FQID>${fqid}</FQID></Source>`
}

function descriptionOf(alarm: DeliveryAlarm): string {
  const url = openLinkOf(alarm) ?? ''
  const link = url.length <= MAX_URL ? ` ${text(url, MAX_URL)}` : ''
  return (text(summaryOf(alarm, bestClass(alarm))) + link).trim()
}

/** An analytics event of Milestone XProtect, its elements in the order of the published schema. */
export function analyticsEventXml(alarm: DeliveryAlarm, { id, event, cameras, jpeg }: AnalyticsEvent): string {
  const snapshot =
    jpeg === undefined
      ? ''
      : `<SnapshotList><Snapshot><TimeOffset>0</TimeOffset><HasOverlay>true</HasOverlay><SizeInBytes>${jpeg.length}</SizeInBytes>` +
        `<Image>${Buffer.from(jpeg).toString('base64')}</Image></Snapshot></SnapshotList>\n`
  return `<?xml version="1.0" encoding="utf-8"?>
<AnalyticsEvent xmlns="urn:milestone-systems">
<EventHeader>
<ID>${id}</ID>
<Timestamp>${new Date(alarm.receivedAt).toISOString()}</Timestamp>
<Type>${occasionOf(alarm)}</Type>
<Message>${text(event)}</Message>
<CustomTag>${alarm.id}</CustomTag>
${sourceXml(alarm, cameras)}
</EventHeader>
<Description>${descriptionOf(alarm)}</Description>
<Location>${text(alarm.site.name)}</Location>
<ObjectList>${foundIn(alarm).map(objectXml).join('')}</ObjectList>
${snapshot}<Vendor><Name>Winnow</Name></Vendor>
</AnalyticsEvent>
`
}
