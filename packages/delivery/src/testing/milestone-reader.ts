import { XMLParser, XMLValidator } from 'fast-xml-parser'

/** What the event server of XProtect understands of an analytics event. */
export interface ReadEvent {
  id: string
  time: string
  message: string
  source: string
  /** The id of the camera in XProtect. */
  camera: string | undefined
  description: string
  location: string
  objects: { value: string; points: [x: number, y: number][] }[]
  image: string | undefined
}

type Node = Readonly<Record<string, unknown>>

/** The order of elements by the published schema of analytics events. */
const ORDER: Readonly<Record<string, readonly string[]>> = {
  AnalyticsEvent: [
    'EventHeader',
    'Description',
    'StartTime',
    'EndTime',
    'Location',
    'Count',
    'RuleList',
    'ObjectList',
    'ReferenceList',
    'SnapshotList',
    'Vendor',
  ],
  EventHeader: ['ID', 'Timestamp', 'Class', 'Type', 'Version', 'Priority', 'Name', 'Message', 'CustomTag', 'Source'],
  Source: ['Name', 'Description', 'FQID'],
  FQID: ['ServerId', 'ParentId', 'ObjectId', 'ObjectIdString', 'FolderType', 'Kind'],
  ObjectList: ['Object'],
  Object: [
    'ID',
    'Name',
    'Type',
    'Description',
    'Confidence',
    'Value',
    'AlarmTrigger',
    'Removed',
    'Color',
    'Size',
    'SizeUnit',
    'BoundingBox',
    'Polygon',
  ],
  Polygon: ['Closed', 'Color', 'FillColor', 'PointList'],
  PointList: ['Point'],
  Point: ['X', 'Y'],
  SnapshotList: ['Snapshot'],
  Snapshot: ['TimeOffset', 'Width', 'Height', 'HasOverlay', 'SizeInBytes', 'Image', 'Path', 'FQID'],
  Vendor: ['Name', 'CustomData'],
}
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  AnalyticsEvent: ['EventHeader'],
  EventHeader: ['ID', 'Timestamp', 'Message'],
  FQID: ['FolderType', 'Kind'],
  Point: ['X', 'Y'],
  Snapshot: ['TimeOffset'],
}
const GUID = /^[a-fA-F0-9]{8}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{12}$/

const reader = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  trimValues: false,
  htmlEntities: true,
  processEntities: { enabled: true, maxTotalExpansions: 1e6, maxExpandedLength: 1e8 },
})

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])
const nameOf = (node: Node): string => Object.keys(node).find((key) => key !== ':@') ?? ''
const elements = (value: unknown): Node[] => nodesOf(value).filter((node) => !['#text', '?xml'].includes(nameOf(node)))
const child = (value: unknown, name: string): unknown => nodesOf(value).find((node) => nameOf(node) === name)?.[name]
const textOf = (value: unknown): string =>
  nodesOf(value)
    .map(({ '#text': words }) => (typeof words === 'string' ? words : ''))
    .join('')

/** Checks names, their order, and what is required; below elements that the schema leaves open nothing is checked. */
function check(name: string, content: unknown): void {
  const order = ORDER[name]
  if (!order) return
  const names = elements(content).map(nameOf)
  const places = names.map((each) => order.indexOf(each))
  if (places.some((place, at) => place < 0 || place < (places[at - 1] ?? 0)))
    throw new Error(`${name}: ${names.join()}`)
  for (const needed of REQUIRED[name] ?? []) if (!names.includes(needed)) throw new Error(`${name} without ${needed}`)
  for (const node of elements(content)) check(nameOf(node), node[nameOf(node)])
}

/**
 * Reads an analytics event by the published schema, strictly.
 * @throws {Error} where the event server would refuse it
 */
export function readAnalyticsEvent(xml: string): ReadEvent {
  const valid = XMLValidator.validate(xml)
  if (valid !== true) throw new Error(valid.err.msg)
  const [root, ...more] = elements(reader.parse(xml))
  const event = root?.['AnalyticsEvent']
  if (!root || more.length > 0 || event === undefined) throw new Error('no event')
  const attributes = root[':@']
  if (!isNode(attributes) || attributes['xmlns'] !== 'urn:milestone-systems') throw new Error('another namespace')
  check('AnalyticsEvent', event)
  const header = child(event, 'EventHeader')
  const source = child(header, 'Source')
  const camera = child(child(source, 'FQID'), 'ObjectId')
  const [id, time] = [textOf(child(header, 'ID')), textOf(child(header, 'Timestamp'))]
  if (!GUID.test(id) || (camera !== undefined && !GUID.test(textOf(camera)))) throw new Error('no GUID')
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(time)) throw new Error(`no time: ${time}`)
  const image = child(child(child(event, 'SnapshotList'), 'Snapshot'), 'Image')
  return {
    id,
    time,
    message: textOf(child(header, 'Message')),
    source: textOf(child(source, 'Name')),
    camera: camera === undefined ? undefined : textOf(camera),
    description: textOf(child(event, 'Description')),
    location: textOf(child(event, 'Location')),
    objects: elements(child(event, 'ObjectList')).map((node) => {
      const object = node['Object']
      const points = elements(child(child(object, 'Polygon'), 'PointList')).map((point): [number, number] => {
        const [x, y] = [Number(textOf(child(point['Point'], 'X'))), Number(textOf(child(point['Point'], 'Y')))]
        if (!(x >= 0 && x <= 1 && y >= 0 && y <= 1)) throw new Error(`no point of the picture: ${x}, ${y}`)
        return [x, y]
      })
      return { value: textOf(child(object, 'Value')), points }
    }),
    image: image === undefined ? undefined : textOf(image),
  }
}
