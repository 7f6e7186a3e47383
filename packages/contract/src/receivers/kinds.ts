import { z } from 'zod'
import { changedName, name } from '../values.ts'
import type { ReceiverDefinition } from './definition.ts'
import { digifort } from './digifort.ts'
import { digitalWatchdog } from './digital-watchdog.ts'
import { email } from './email.ts'
import { immix } from './immix.ts'
import { mqtt } from './mqtt.ts'
import { productApi } from './product-api.ts'
import { relay } from './relay.ts'
import { milestone } from './milestone.ts'
import { sentinel } from './sentinel.ts'
import { siaDc09 } from './sia-dc09.ts'
import { syslog } from './syslog.ts'
import { webhook } from './webhook.ts'

/** Every kind of receiver, in the order in which the console offers them. */
export const RECEIVERS = [
  webhook,
  email,
  siaDc09,
  immix,
  relay,
  mqtt,
  milestone,
  digifort,
  digitalWatchdog,
  syslog,
  sentinel,
  productApi,
] as const

type Definitions = typeof RECEIVERS
export type ReceiverKind = Definitions[number]['id']

const definitions: readonly ReceiverDefinition[] = RECEIVERS

/** The definition of a kind; undefined if this version does not know the kind. */
export function findReceiverKind(kind: string): Definitions[number] | undefined {
  return RECEIVERS.find(({ id }) => id === kind)
}

const createBodyOf = <I extends string, C extends z.ZodObject>({ id, config }: ReceiverDefinition<I, C>) =>
  z.object({ kind: z.literal(id), name, active: z.boolean().default(true), config })

const updateBodyOf = <I extends string, C extends z.ZodObject>({ id, config }: ReceiverDefinition<I, C>) =>
  z.object({
    /** The current kind of the receiver. It cannot be changed. */
    kind: z.literal(id),
    name: changedName.optional(),
    active: z.boolean().optional(),
    config: config.optional(),
    newSecret: z.boolean().default(false),
  })

// The element types of these lists keep the order of the definitions. The type of `map` does not say which body is at which index.
type CreateBodies<T extends readonly ReceiverDefinition[]> = {
  [K in keyof T]: T[K] extends ReceiverDefinition<infer I, infer C> ? ReturnType<typeof createBodyOf<I, C>> : never
}
type UpdateBodies<T extends readonly ReceiverDefinition[]> = {
  [K in keyof T]: T[K] extends ReceiverDefinition<infer I, infer C> ? ReturnType<typeof updateBodyOf<I, C>> : never
}

/** The body of a create request: the settings depend on the kind. */
export const createBody = z.discriminatedUnion(
  'kind',
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of `map` loses the order of the bodies; `CreateBodies` has it
  definitions.map(createBodyOf) as unknown as CreateBodies<Definitions>,
)
/** The body of an update request: fields that are left out stay unchanged. */
export const updateBody = z.discriminatedUnion(
  'kind',
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of `map` loses the order of the bodies; `UpdateBodies` has it
  definitions.map(updateBodyOf) as unknown as UpdateBodies<Definitions>,
)
