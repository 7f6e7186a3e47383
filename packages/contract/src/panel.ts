import { z } from 'zod'
import { operation } from './operation.ts'
import { idParams, isoTime, success } from './values.ts'

/** How the messages of a panel are encrypted: AES with a key of this many bits, or not. */
export const PANEL_ENCRYPTIONS = ['aes128', 'aes192', 'aes256', 'none'] as const

/** Why a message of a panel was not taken, see `Dc09Problem`. */
export const PANEL_PROBLEMS = ['encrypted', 'plain', 'wrong-key', 'format', 'clock'] as const

export const panel = z.object({
  /** In upper case. */
  account: z.string(),
  encryption: z.enum(PANEL_ENCRYPTIONS),
  /** Whether its opening and closing disarms and arms the site. */
  arms: z.boolean(),
  /** The part of the panel that counts for that; null: each. */
  area: z.number().int().nullable(),
  /** When it sent its last message or link test; null: never. Kept to the minute. */
  seenAt: isoTime.nullable(),
  /** Why a message was not taken, and when; null if none was refused. It is over once `seenAt` is later. */
  problem: z.object({ code: z.enum(PANEL_PROBLEMS), at: isoTime }).nullable(),
})
export type Panel = z.output<typeof panel>

const sitePanel = z.object({
  /** The receiver that a panel must dial. Null where it is switched off. */
  server: z
    .object({
      host: z.string(),
      /** For TCP and UDP. */
      port: z.number().int(),
      /** Whether the host name can be used only on this machine. */
      onlyHere: z.boolean(),
      /** Whether messages are taken without encryption. */
      takesPlain: z.boolean(),
    })
    .nullable(),
  /** Null: the site has none. */
  panel: panel.nullable(),
  /** Accounts that called lately and belong to no panel, the latest first. Null for users who do not run the installation. */
  unknown: z
    .array(z.object({ account: z.string(), address: z.string(), lastAt: isoTime, times: z.number().int() }))
    .nullable(),
})
export type SitePanel = z.output<typeof sitePanel>

export const getSitePanel = operation({
  id: 'intake.panel',
  method: 'GET',
  path: '/v1/site/:id/panel',
  summary: 'The panel of a site that sends alarms by SIA DC-09, and the receiver that it must dial',
  tag: 'Intake',
  scope: [{ in: 'path', at: 'id', kind: 'site' }],
  permission: 'node.read',
  params: idParams,
  reply: sitePanel,
})

export const setSitePanel = operation({
  id: 'intake.setPanel',
  method: 'PUT',
  path: '/v1/site/:id/panel',
  summary:
    'Set the panel of a site. A key is made where one is missing, has another size or is asked for, and is returned once',
  tag: 'Intake',
  scope: [{ in: 'path', at: 'id', kind: 'site' }],
  permission: 'node.write',
  params: idParams,
  body: z.object({
    account: z.string().regex(/^[0-9A-Fa-f]{3,16}$/, 'Three to sixteen digits, or letters from A to F'),
    encryption: z.enum(PANEL_ENCRYPTIONS),
    newKey: z.boolean().default(false),
    arms: z.boolean(),
    area: z.number().int().min(1).max(99).nullable(),
  }),
  /** The key in hexadecimal digits; null if none was made. */
  reply: z.object({ panel, key: z.string().nullable() }),
  errors: ['ACCOUNT_TAKEN'],
})

export const removeSitePanel = operation({
  id: 'intake.removePanel',
  method: 'DELETE',
  path: '/v1/site/:id/panel',
  summary: 'Remove the panel of a site. Its messages are refused from then on',
  tag: 'Intake',
  scope: [{ in: 'path', at: 'id', kind: 'site' }],
  permission: 'node.write',
  params: idParams,
  reply: success,
})
