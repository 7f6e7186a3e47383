import {
  IMPORT_COLUMNS,
  isPlainLine,
  NOT_A_PLAIN_LINE,
  OBJECT_CLASSES,
  PRODUCTS,
  projectBody,
  siteBody,
  viewBody,
  type Contact,
  type ImportColumn,
  type ImportNode,
} from '@winnow/contract'
import { z } from 'zod'
import type { $ZodType } from 'zod/v4/core'
import { readContacts, writeContacts } from './contacts-cell.ts'

/** The value of a column, as it is stored. */
export type Value = string | number | boolean | null | readonly string[] | readonly Contact[]

/** How a value is written in a cell. */
interface Form {
  /** The value in a cell, before its rule is checked; undefined if the cell does not have the form. */
  read: (text: string) => Value | undefined
  /** The value as a cell. Two values are the same if their cells are. */
  write: (value: Value | undefined) => string
}

interface Described {
  of: ImportNode
  /** The rule of the forms for the value. */
  rule: $ZodType
  /** The cells of the column in the template, line by line. */
  examples?: readonly string[]
}

interface IdentityColumn extends Described {
  is: 'name' | 'key'
}

/** A column with a value of a client, site or camera. */
export interface ValueColumn extends Described {
  is: 'value'
  form: Form
  /** The name of the value in the bodies of requests and in the audit log. */
  field: string
  /** The column of the table and its type. */
  stored: string
  type: 'text' | 'boolean' | 'integer' | 'jsonb' | 'text[]'
  /** The value of a new object for which a file gives none. */
  initial: Value
}

const FLAGS = new Map([
  ...['true', 'yes', 'y', '1', 'on', 'x'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', '0', 'off'].map((word) => [word, false] as const),
])

/** A text, a number or a word for yes or no, as text. Lists have forms of their own. */
export const written = (value: Value | undefined): string =>
  value === null || value === undefined || typeof value === 'object' ? '' : String(value)

const text: Form = { read: (cell) => cell, write: written }
const flag: Form = {
  read: (cell) => FLAGS.get(cell.toLowerCase()),
  write: (value) => (value === undefined ? '' : value ? 'yes' : 'no'),
}
const whole: Form = { read: (cell) => (/^[0-9]{1,9}$/.test(cell) ? Number(cell) : undefined), write: written }
/** A text of several lines. Spreadsheets change how its lines end. */
const lines: Form = {
  read: (cell) => cell.replaceAll('\r\n', '\n'),
  write: (value) => written(value).replaceAll('\r\n', '\n'),
}
const contacts: Form = {
  read: readContacts,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the column stores contacts
  write: (value) => writeContacts((value ?? []) as readonly Contact[]),
}

/** Words of a list in any order, separated by spaces, commas or semicolons. `none` stands for an empty list. */
function words(known: readonly string[]): Form {
  const ordered = (given: readonly string[]) => known.filter((word) => given.includes(word))
  return {
    read: (cell) => {
      const given = cell.toLowerCase() === 'none' ? [] : cell.toLowerCase().split(/[\s,;]+/)
      return given.every((word) => word === '' || known.includes(word)) ? ordered(given) : undefined
    },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the column stores words
    write: (value) => (value === undefined ? '' : ordered(value as readonly string[]).join(' ') || 'none'),
  }
}

/** Maximum number of characters of a key. A key identifies a client, site or camera in the system from which the file comes. */
const MAX_KEY = 100
const key = z.string().min(1).max(MAX_KEY).refine(isPlainLine, { message: NOT_A_PLAIN_LINE })
const [ofSite, ofCamera] = [siteBody.shape, viewBody.shape]

/** Whether a site or camera is switched on. */
const switchedOn = (of: ImportNode) =>
  described(of, flag, z.boolean(), {
    field: 'active',
    stored: 'active',
    type: 'boolean',
    initial: true,
    examples: ['yes'],
  })

/** All that is known about each column. Template, parser, preview, import and export follow from this list. */
export const COLUMNS: { readonly [C in ImportColumn]: IdentityColumn | ValueColumn } = {
  client: { of: 'client', is: 'name', rule: projectBody.shape.name, examples: ['Harbour Ltd', 'Harbour Ltd'] },
  client_key: { of: 'client', is: 'key', rule: key, examples: ['C-100'] },
  site: { of: 'site', is: 'name', rule: ofSite.name, examples: ['North quay', 'North quay'] },
  site_key: { of: 'site', is: 'key', rule: key, examples: ['S-100'] },
  site_timezone: described('site', text, ofSite.timezone, {
    field: 'timezone',
    stored: 'timezone',
    examples: ['Europe/London'],
  }),
  site_address: described('site', text, ofSite.address, {
    field: 'address',
    stored: 'address',
    examples: ['1 Quay Street, Harwich'],
  }),
  site_idle_hours: described('site', whole, ofSite.idleHours, {
    field: 'idleHours',
    stored: 'idle_hours',
    type: 'integer',
    examples: ['24'],
  }),
  site_active: switchedOn('site'),
  site_contacts: described('site', contacts, ofSite.contacts, {
    field: 'contacts',
    stored: 'contacts',
    type: 'jsonb',
    initial: [],
    examples: ['primary | Ada Lamm | +44 20 7946 0000 |\nkeyholder | Bo Keys | | bo@keys.example'],
  }),
  site_notes: described('site', lines, ofSite.notes, {
    field: 'notes',
    stored: 'notes',
    examples: ['Ring the keyholder first.'],
  }),
  camera: { of: 'camera', is: 'name', rule: ofCamera.name, examples: ['Gate', 'Yard'] },
  camera_key: { of: 'camera', is: 'key', rule: key, examples: ['V-100'] },
  integration: described('camera', text, ofCamera.integration, {
    field: 'integration',
    stored: 'integration',
    initial: 'email',
    examples: ['email'],
  }),
  active: switchedOn('camera'),
  products: described('camera', words(PRODUCTS), z.array(z.string()), {
    field: 'products',
    stored: 'products',
    type: 'text[]',
    initial: ['detect'],
    examples: ['detect'],
  }),
  wanted: described('camera', words(OBJECT_CLASSES), ofCamera.wantedClasses, {
    field: 'wantedClasses',
    stored: 'wanted_classes',
    type: 'text[]',
    initial: ['person', 'vehicle', 'cycle'],
    examples: ['person vehicle cycle'],
  }),
  sensitivity: described('camera', whole, ofCamera.sensitivity, {
    field: 'sensitivity',
    stored: 'sensitivity',
    type: 'integer',
    initial: 3,
    examples: ['3'],
  }),
  merge_seconds: described('camera', whole, ofCamera.mergeWindowSeconds, {
    field: 'mergeWindowSeconds',
    stored: 'merge_window_seconds',
    type: 'integer',
    initial: 10,
    examples: ['10'],
  }),
  thermal: described('camera', flag, ofCamera.thermal, {
    field: 'thermal',
    stored: 'thermal',
    type: 'boolean',
    initial: false,
    examples: ['no', 'yes'],
  }),
  ptz: described('camera', flag, ofCamera.ptz, {
    field: 'ptz',
    stored: 'ptz',
    type: 'boolean',
    initial: false,
    examples: ['no'],
  }),
  channel: described('camera', text, ofCamera.channel, { field: 'channel', stored: 'channel', examples: ['1'] }),
  device_model: described('camera', text, ofCamera.deviceModel, {
    field: 'deviceModel',
    stored: 'device_model',
    examples: ['DS-2CD2143'],
  }),
}

type Rest = Pick<ValueColumn, 'field' | 'stored' | 'examples'> & Partial<Pick<ValueColumn, 'type' | 'initial'>>

function described(of: ImportNode, form: Form, rule: $ZodType, rest: Rest): ValueColumn {
  return { of, is: 'value', form, rule, type: 'text', initial: null, ...rest }
}

/** The columns with values of one kind of objects, in the order of the file. */
const valueColumnsOf = (kind: ImportNode): readonly (ValueColumn & { name: ImportColumn })[] =>
  IMPORT_COLUMNS.flatMap((name) => {
    const column = COLUMNS[name]
    return column.is === 'value' && column.of === kind ? [{ ...column, name }] : []
  })

export const VALUES_OF = {
  client: valueColumnsOf('client'),
  site: valueColumnsOf('site'),
  camera: valueColumnsOf('camera'),
} as const satisfies Record<ImportNode, unknown>

/** The column with the key of each kind of objects. The column with the name is called like the kind. */
export const KEY_OF = { client: 'client_key', site: 'site_key', camera: 'camera_key' } as const
