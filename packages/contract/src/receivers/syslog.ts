import { z } from 'zod'
import { alarmAndEventChoice, alarmAndEventFields } from './choice.ts'
import { severityChoice, severityField } from './severity.ts'
import { defineReceiver } from './definition.ts'

/** A syslog server (SIEM): RFC 5424 with CEF as the message. */
export const syslog = defineReceiver({
  id: 'syslog',
  title: 'receivers.kinds.syslog',
  icon: 'webhook',
  config: z.object({
    host: z.string().trim().min(1).max(253),
    port: z.number().int().min(1).max(65_535),
    security: z.enum(['tls', 'none']).optional(),
    authority: z.string().trim().max(20_000).optional(),
    /** The number of the facility by RFC 5424. */
    facility: z.number().int().min(0).max(23).optional(),
    /** Seconds between tries of the connection; 0: none. */
    heartbeatSeconds: z.number().int().min(0).max(86_400).optional(),
    ...alarmAndEventChoice,
    ...severityChoice,
  }),
  fields: [
    { name: 'host', control: 'text', label: 'receivers.syslog.host' },
    { name: 'port', control: 'number', label: 'receivers.dc09.port', initial: 6514 },
    {
      name: 'security',
      control: 'choice',
      label: 'receivers.dc09.encryption',
      initial: 'tls',
      options: [
        { value: 'tls', label: 'receivers.tls' },
        { value: 'none', label: 'receivers.dc09.plain' },
      ],
    },
    {
      name: 'authority',
      control: 'text',
      label: 'receivers.authority',
      hint: 'receivers.authorityHint',
      optional: true,
      when: { field: 'security', is: 'tls' },
    },
    {
      name: 'facility',
      control: 'number',
      label: 'receivers.syslog.facility',
      hint: 'receivers.syslog.facilityHint',
      initial: 16,
    },
    {
      name: 'heartbeatSeconds',
      control: 'number',
      label: 'receivers.syslog.heartbeat',
      hint: 'receivers.dc09.heartbeatHint',
      initial: 60,
    },
    ...alarmAndEventFields('receivers.filteredHint'),
    severityField,
  ],
  destination: 'host',
  secretFields: [],
  signs: false,
  capabilities: {
    test: true,
    heartbeat: true,
    pictures: false,
    link: true,
    cameras: false,
    events: true,
    severity: true,
  },
})
