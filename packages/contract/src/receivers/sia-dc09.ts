import { z } from 'zod'
import { alarmAndEventChoice, alarmAndEventFields } from './choice.ts'
import { defineReceiver, MAX_CAMERAS } from './definition.ts'

const account = z
  .string()
  .trim()
  .max(16)
  .regex(/^[0-9A-Fa-f]{3,16}$/)
const zone = z
  .string()
  .trim()
  .max(3)
  .regex(/^\d{0,3}$/)
const port = z.number().int().min(1).max(65_535)
const host = z.string().trim().max(253)
/** The number of the receiver or of its line, as the station gives it out. */
const lineNumber = z
  .string()
  .trim()
  .max(6)
  .regex(/^[0-9A-Fa-f]{0,6}$/)

/** A monitoring station's receiver for alarms over IP, by the standard ANSI/SIA DC-09. */
export const siaDc09 = defineReceiver({
  id: 'sia-dc09',
  title: 'receivers.kinds.siaDc09',
  icon: 'station',
  config: z.object({
    host: host.min(1),
    port,
    backupHost: host.optional(),
    backupPort: port.nullable().optional(),
    transport: z.enum(['tcp', 'udp']).optional(),
    format: z.enum(['SIA-DCS', 'ADM-CID']).optional(),
    encryption: z.enum(['aes', 'none']).optional(),
    /** The key in hexadecimal digits: 128, 192 or 256 bits. */
    key: z
      .string()
      .trim()
      .regex(/^([0-9A-Fa-f]{32}|[0-9A-Fa-f]{48}|[0-9A-Fa-f]{64})$/)
      .optional(),
    account,
    receiverNumber: lineNumber.optional(),
    lineNumber: lineNumber.optional(),
    partition: z
      .string()
      .trim()
      .regex(/^\d{0,2}$/)
      .optional(),
    /** The zone of cameras that `cameras` does not name. */
    zone: zone.optional(),
    cameras: z
      .array(
        z.object({ camera: z.string().trim().min(1).max(100), zone: zone.optional(), account: account.optional() }),
      )
      .max(MAX_CAMERAS)
      .optional(),
    /** Event codes by the class of the object found: two letters for SIA-DCS, three digits for ADM-CID. */
    codes: z
      .array(
        z.object({
          class: z.string().trim().min(1).max(40),
          code: z
            .string()
            .trim()
            .max(3)
            .regex(/^([A-Za-z]{2}|\d{3})$/),
        }),
      )
      .max(100)
      .optional(),
    extended: z.enum(['link', 'all', 'none']).optional(),
    /** The text among the extended data (`all`), with values of the alarm. Empty: the camera and the reasons. */
    text: z.string().trim().max(500).optional(),
    /** Seconds between two link tests; 0: none. */
    heartbeatSeconds: z.number().int().min(0).max(86_400).optional(),
    ...alarmAndEventChoice,
  }),
  fields: [
    { name: 'host', control: 'text', label: 'receivers.dc09.host' },
    { name: 'port', control: 'number', label: 'receivers.dc09.port', initial: 9999 },
    {
      name: 'transport',
      control: 'choice',
      label: 'receivers.dc09.transport',
      initial: 'tcp',
      options: [
        { value: 'tcp', label: 'receivers.dc09.tcp' },
        { value: 'udp', label: 'receivers.dc09.udp' },
      ],
    },
    {
      name: 'format',
      control: 'choice',
      label: 'receivers.dc09.format',
      initial: 'SIA-DCS',
      options: [
        { value: 'SIA-DCS', label: 'receivers.dc09.siaDcs' },
        { value: 'ADM-CID', label: 'receivers.dc09.admCid' },
      ],
    },
    {
      name: 'encryption',
      control: 'choice',
      label: 'receivers.dc09.encryption',
      initial: 'aes',
      options: [
        { value: 'aes', label: 'receivers.dc09.aes' },
        { value: 'none', label: 'receivers.dc09.plain' },
      ],
    },
    {
      name: 'key',
      control: 'secret',
      label: 'receivers.dc09.key',
      hint: 'receivers.dc09.keyHint',
      when: { field: 'encryption', is: 'aes' },
    },
    { name: 'account', control: 'text', label: 'receivers.dc09.account', hint: 'receivers.dc09.accountHint' },
    { name: 'partition', control: 'text', label: 'receivers.dc09.partition', initial: '1' },
    { name: 'zone', control: 'text', label: 'receivers.dc09.zone', hint: 'receivers.dc09.zoneHint', initial: '1' },
    {
      name: 'cameras',
      control: 'table',
      label: 'receivers.dc09.cameras',
      hint: 'receivers.dc09.camerasHint',
      columns: [
        { name: 'camera', label: 'receivers.table.camera' },
        { name: 'zone', label: 'receivers.table.zone' },
        { name: 'account', label: 'receivers.table.account' },
      ],
      optional: true,
    },
    {
      name: 'codes',
      control: 'table',
      label: 'receivers.dc09.codes',
      hint: 'receivers.dc09.codesHint',
      columns: [
        { name: 'class', label: 'receivers.table.class' },
        { name: 'code', label: 'receivers.table.code' },
      ],
      optional: true,
    },
    {
      name: 'extended',
      control: 'choice',
      label: 'receivers.dc09.extended',
      hint: 'receivers.dc09.extendedHint',
      initial: 'link',
      options: [
        { value: 'link', label: 'receivers.dc09.extendedLink' },
        { value: 'all', label: 'receivers.dc09.extendedAll' },
        { value: 'none', label: 'receivers.dc09.extendedNone' },
      ],
    },
    {
      name: 'text',
      control: 'text',
      label: 'receivers.dc09.text',
      hint: 'receivers.dc09.textHint',
      optional: true,
      when: { field: 'extended', is: 'all' },
    },
    {
      name: 'heartbeatSeconds',
      control: 'number',
      label: 'receivers.dc09.heartbeat',
      hint: 'receivers.dc09.heartbeatHint',
      initial: 60,
    },
    { name: 'backupHost', control: 'text', label: 'receivers.dc09.backupHost', optional: true },
    { name: 'backupPort', control: 'number', label: 'receivers.dc09.backupPort', optional: true },
    { name: 'receiverNumber', control: 'text', label: 'receivers.dc09.receiverNumber', optional: true },
    { name: 'lineNumber', control: 'text', label: 'receivers.dc09.lineNumber', initial: '0' },
    ...alarmAndEventFields('receivers.choice.filteredAsCancel'),
  ],
  destination: 'host',
  secretFields: ['key'],
  signs: false,
  capabilities: { test: true, heartbeat: true, pictures: false, link: true, cameras: true, events: true },
})
