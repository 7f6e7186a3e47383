import { z } from 'zod'
import { pictureLimit, pictureLimitField } from './picture-limit.ts'

const address = z.string().trim().min(1).max(318)

/** The settings of a kind that sends mails to a station through a mail server which its settings name. */
export const stationMailConfig = {
  recipient: address,
  sender: address,
  smtpHost: z.string().trim().min(1).max(253),
  smtpPort: z.number().int().min(1).max(65_535),
  security: z.enum(['starttls', 'tls', 'none']).optional(),
  user: z.string().trim().max(200).optional(),
  password: z.string().max(1000).optional(),
  /** The authority of the server's certificate (PEM), where it is not a public one. */
  authority: z.string().trim().max(20_000).optional(),
  ...pictureLimit,
  /** Seconds between two looks whether the mail server takes our login; 0: none. */
  heartbeatSeconds: z.number().int().min(0).max(86_400).optional(),
} as const

/** The fields of the mail server. */
export const stationServerFields = (port: number) =>
  [
    { name: 'smtpHost', control: 'text', label: 'receivers.immix.host' },
    { name: 'smtpPort', control: 'number', label: 'receivers.immix.port', initial: port },
    {
      name: 'security',
      control: 'choice',
      label: 'receivers.immix.security',
      initial: 'starttls',
      options: [
        { value: 'starttls', label: 'receivers.immix.starttls' },
        { value: 'tls', label: 'receivers.immix.tls' },
        { value: 'none', label: 'receivers.immix.plain' },
      ],
    },
    { name: 'user', control: 'text', label: 'receivers.immix.user', optional: true },
    { name: 'password', control: 'secret', label: 'receivers.immix.password', optional: true },
    {
      name: 'authority',
      control: 'text',
      label: 'receivers.authority',
      hint: 'receivers.authorityHint',
      optional: true,
    },
    {
      name: 'heartbeatSeconds',
      control: 'number',
      label: 'receivers.mqtt.heartbeat',
      hint: 'receivers.heartbeatMailHint',
      initial: 0,
    },
    pictureLimitField,
  ] as const
