import { z } from 'zod'
import { isPlainLine, NOT_A_PLAIN_LINE } from './plain-line.ts'

export const id = z.uuid()

/** What a request is told about a time that cannot be stored or compared. */
const TIME_BOUNDS = {
  message: 'Must be a time of the years 1 to 9999, with an offset below 16 hours and at most nine decimals of a second',
}

/**
 * Whether the database can hold a well-formed time. It knows no year 0 and no offset of 16 hours, and cuts no long fraction.
 * @param time with an offset, or a local time without one
 */
const isStorableTime = (time: string): boolean => {
  const [, decimals = '', zone = 'Z', hours = '0'] = /(?:\.(\d+))?(Z|[+-](\d\d):\d\d)?$/.exec(time) ?? []
  if (decimals.length > 9 || Number(hours) > 15) return false
  const at = Date.parse(time.endsWith(zone) ? time : `${time}Z`)
  return at >= Date.parse('0001-01-01T00:00:00Z') && at <= Date.parse('9999-12-31T23:59:59.999Z')
}

export const isoTime = z.iso.datetime({ offset: true, abort: true }).refine(isStorableTime, TIME_BOUNDS)
/** A time without an offset. Another field of the request names its zone. */
export const localTime = z.iso.datetime({ local: true, abort: true }).refine(isStorableTime, TIME_BOUNDS)
export const name = z.string().trim().min(1).max(100).refine(isPlainLine, { message: NOT_A_PLAIN_LINE })
/**
 * The name in an update. An unchanged name is accepted even if it was given before the rule for plain names existed. The handler refuses a
 * new name that is not plain (`requirePlainLines`).
 */
export const changedName = z.string().trim().min(1).max(100)
export const success = z.object({ success: z.literal(true) })
/** A one-time or backup code. The schema checks only its form; the server checks whether it is correct. */
export const oneTimeCode = z.string().regex(/^[0-9]{6}$/, { message: 'Incorrect verification code' })
export const idParams = z.object({ id })

/** Page number of a list. Rows beyond the last page number are reached with filters. */
export const pageNumber = z.coerce.number().int().min(1).max(100_000).default(1)

/** The same for the list of schedule templates, whose first page is 0. */
export const pageNumberFromZero = z.coerce.number().int().min(0).max(100_000).default(0)

/** A column of a list in ascending order, or in descending order with `-` in front. */
export type SortOf<Column extends string> = Column | `-${Column}`

/** The columns by which a list can be sorted, in either direction. */
const sortBy = <const Column extends string>(columns: readonly Column[]) =>
  z.enum(columns.flatMap((column): SortOf<Column>[] => [column, `-${column}`]))

interface PageSize {
  /** Default number of rows of a page. */
  usual: number
  /** Maximum number of rows of a page. */
  most: number
}

const pageOf = ({ usual, most }: PageSize) => ({
  page: pageNumber,
  limit: z.coerce.number().int().min(1).max(most).default(usual),
})

/**
 * The fields of a query that select a page of a list. Page numbers start at 1. With `sort`, the caller may name one of these columns; the
 * id is always the last key of the order, so that pages do not overlap.
 */
export function pageQuery(size: PageSize): ReturnType<typeof pageOf>
export function pageQuery<const Column extends string>(
  size: PageSize & { sort: readonly Column[] },
): ReturnType<typeof pageOf> & { sort: z.ZodOptional<ReturnType<typeof sortBy<Column>>> }
export function pageQuery({ sort, ...size }: PageSize & { sort?: readonly string[] }) {
  return sort === undefined ? pageOf(size) : { ...pageOf(size), sort: sortBy(sort).optional() }
}

/** The reply to a {@link pageQuery}. `countIsExact` is false if there are more rows than `count`. */
export const paged = <T extends z.ZodType>(row: T) =>
  z.object({
    rows: z.array(row),
    count: z.number().int(),
    countIsExact: z.boolean(),
    page: z.number().int(),
    limit: z.number().int(),
  })

const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
/** A boolean in a query string. */
export const queryFlag = flag

const splitText = (value: unknown): unknown => (typeof value === 'string' ? value.split(',').filter(Boolean) : value)

/** A list in a query string: the parameter is repeated, or its values are separated by commas. */
export const queryList = <T extends z.ZodType>(item: T) => z.preprocess(splitText, z.array(item))

/** A corner of a polygon. Coordinates are 0–1, relative to the picture. */
export const point = z.tuple([z.number().min(0).max(1), z.number().min(0).max(1)])
export const polygon = z.array(point).min(3).max(100)

export const OBJECT_CLASSES = ['person', 'vehicle', 'cycle', 'animal', 'bag', 'other'] as const
export const objectClass = z.enum(OBJECT_CLASSES)

export const VERDICTS = ['true', 'false', 'unverified'] as const
export const verdict = z.enum(VERDICTS)
export type Verdict = z.output<typeof verdict>

export const INTEGRATION_TYPES = [
  'videofied',
  'rialto',
  'hikvision',
  'milestone',
  'sentinel',
  'email',
  'immix',
  'exacq',
  'digitalwatchdog',
  'api',
  'rtsp',
  'pelco',
] as const

/** What can be switched on for a camera. The company's features say which of them the company has. */
export const PRODUCTS = [
  'detect',
  'detect_pro',
  'detect_pro_v2',
  'protect',
  'investigate',
  'advanced_idle_detection',
] as const
export const product = z.enum(PRODUCTS)
export type Product = z.output<typeof product>

/**
 * Why a camera does not count, which means that its alarms are neither judged nor delivered. `inactive`: the camera or its site is switched
 * off; `no-product`: a person switched off all its products; `disarmed`: its site is armed and disarmed, and is disarmed; `schedule`: its
 * schedule has no window then.
 */
export const OUTSIDE_REASONS = ['inactive', 'no-product', 'paused', 'disarmed', 'schedule'] as const

export const EVENT_TYPES = [
  'motion',
  'line',
  'field',
  'person',
  'vehicle',
  'tamper',
  'videoloss',
  'io',
  'unknown',
] as const

/** A box. Coordinates are 0–1, relative to its frame. */
export const box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })

/** Names that this runtime takes for zones and no list of zones has. Most people take `BST` for London, this runtime for Dhaka. */
const NO_ZONES = new Set(
  'ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST'.split(' '),
)

/** An IANA time zone that this runtime knows. Bare offsets are refused, since they have no summer time. */
export const timezone = z.string().refine(
  (zone) => {
    if (!/^[a-z]/i.test(zone) || NO_ZONES.has(zone.toUpperCase())) return false
    try {
      return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
    } catch {
      return false
    }
  },
  { message: 'Invalid timezone' },
)

/** Languages of the console and of mails to people. */
export const LANGUAGES = ['en', 'de', 'it', 'es', 'fr', 'pt'] as const
