import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { BODY_LIMITS, bodyLimitOf } from './body-limit.ts'
import { operations } from './index.ts'

/** Largest number of bytes per UTF-16 code unit, the unit in which schemas limit the length of a text. */
const BYTES_PER_UNIT = 3
/** The maximum length in bytes of a number with all digits, of a boolean or of null. */
const PLAIN_BYTES = 24
/** The assumed number of entries of a record. The schema declares no maximum; the handler limits it. */
const RECORD_ENTRIES = 16
/** Maximum number of ids in one list of a request. A request may have several lists. */
const IDS = 10_000

interface Schema {
  type?: string
  enum?: string[]
  const?: unknown
  format?: string
  maxLength?: number
  maxItems?: number
  items?: Schema
  prefixItems?: Schema[]
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}

const longest = (texts: readonly unknown[]): number => Math.max(...texts.map((text) => JSON.stringify(text).length))

/**
 * Returns the size in bytes of the largest JSON that a schema accepts, in the usual notation. Where the schema sets no maximum, a text has
 * 256 characters, a list of ids has `IDS` ids and any other list has 32 items.
 */
function largest(schema: Schema): number {
  if (schema.const !== undefined) return longest([schema.const])
  if (schema.enum) return longest(schema.enum)
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return Math.max(...alternatives.map(largest))
  if (schema.type === 'string') return schema.format ? 40 : 2 + (schema.maxLength ?? 256) * BYTES_PER_UNIT
  if (schema.type === 'array') {
    const parts = schema.prefixItems?.map(largest) ?? []
    const count = schema.items?.format === 'uuid' ? Math.min(schema.maxItems ?? IDS, IDS) : (schema.maxItems ?? 32)
    return (
      2 + parts.reduce((sum, bytes) => sum + bytes + 1, 0) + (schema.items ? count * (largest(schema.items) + 1) : 0)
    )
  }
  if (schema.type !== 'object') return PLAIN_BYTES
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => name.length + 4 + largest(field))
  const entries =
    typeof schema.additionalProperties === 'object'
      ? RECORD_ENTRIES *
        (largest(schema.propertyNames ?? { type: 'string' }) + largest(schema.additionalProperties) + 2)
      : 0
  return 2 + fields.reduce((sum, bytes) => sum + bytes, 0) + entries
}

describe('the body limit of an operation', () => {
  it.each(operations.filter(({ body }) => body).map((operation) => [operation.id, operation] as const))(
    '%s allows everything that its schema accepts',
    (_id, operation) => {
      const schema: Schema = JSON.parse(JSON.stringify(z.toJSONSchema(operation.body ?? z.never(), { io: 'input' })))
      // Lists of cameras, sites and clients may contain 10,000 ids each, but not all at once.
      const lists = Object.values(schema.properties ?? {}).filter((field) => field.maxItems === IDS)
      const most = largest(schema) - lists.slice(1).reduce((sum, list) => sum + largest(list), 0)
      expect(most).toBeLessThanOrEqual(bodyLimitOf(operation))
    },
  )

  it('is 16 KiB for operations that need no full login', () => {
    for (const operation of operations.filter(
      // The body of an upload is read by its handler, after the token in its path was checked.
      ({ scope, uploads }) => (scope === 'public' || scope === 'signed' || scope === 'login') && uploads === undefined,
    ))
      expect(bodyLimitOf(operation), operation.id).toBe(BODY_LIMITS.open)
  })

  it('is declared only for operations with lists, files or whole texts', () => {
    const own = operations.filter(({ maxBytes }) => maxBytes !== undefined).map(({ id }) => id)
    expect(own.toSorted()).toEqual([
      'alarms.describeExport',
      'alarms.exportLabelled',
      'alarms.list',
      'alarms.listDetectionIds',
      'alarms.listDetections',
      'alarms.listRandom',
      'alarms.listRows',
      'alarms.setSavedFilters',
      'alarms.wall',
      'bulk.activateProduct',
      'bulk.activateProtect',
      'bulk.activateTampering',
      'bulk.applySchedule',
      'bulk.deactivateProduct',
      'bulk.deactivateProtect',
      'bulk.deactivateTampering',
      'bulk.delete',
      'bulk.move',
      'bulk.pause',
      'bulk.refreshSnapshots',
      'bulk.setActive',
      'bulk.setSettings',
      'companies.uploadLogo',
      'consent.give',
      'detectors.drop',
      'digitalWatchdog.push',
      'digitalWatchdog.updateAlarms',
      'digitalWatchdog.updateCameras',
      'digitalWatchdog.updateServers',
      'exacq.updateCameras',
      'groups.assign',
      'groups.create',
      'groups.update',
      'intake.addFrame',
      'intake.axis',
      'intake.hikvision',
      'intake.ingest',
      'intake.instar',
      'intake.test',
      'intake.uniview',
      'intake.univiewEvent',
      'intake.univiewNotification',
      'investigate.search',
      'milestone.add',
      'milestone.update',
      'milestone.updateCameras',
      'receivers.create',
      'receivers.preview',
      'receivers.update',
      'rules.create',
      'rules.update',
      'schedules.createTemplate',
      'schedules.setIntervals',
      'schedules.setSite',
      'schedules.setView',
      'schedules.try',
      'schedules.updateTemplate',
      'transfers.upload',
      'tree.countDetectViews',
      'tree.countViews',
      'tree.createView',
      'tree.setViewMasks',
      'tree.updateView',
      'users.invite',
      'users.update',
      'watchLists.import',
    ])
  })

  it('is declared for every upload', () => {
    for (const operation of operations.filter(({ uploads }) => uploads))
      expect(operation.maxBytes, operation.id).toBeDefined()
  })
})
