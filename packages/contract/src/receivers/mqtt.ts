import { z } from 'zod'
import { alarmAndEventChoice, alarmAndEventFields } from './choice.ts'
import { severityChoice, severityField } from './severity.ts'
import { defineReceiver } from './definition.ts'

/** What a topic may name. Names are written so that they cannot add levels or wildcards. */
export const MQTT_PLACEHOLDERS = ['companyName', 'clientName', 'siteName', 'cameraName', 'siteId', 'cameraId'] as const

const topic = z.string().trim().min(1).max(300)

/** An MQTT broker: each message, the last state of each camera, and whether this server is there. */
export const mqtt = defineReceiver({
  id: 'mqtt',
  title: 'receivers.kinds.mqtt',
  icon: 'webhook',
  config: z.object({
    host: z.string().trim().min(1).max(253),
    port: z.number().int().min(1).max(65_535),
    security: z.enum(['tls', 'none']).optional(),
    authority: z.string().trim().max(20_000).optional(),
    version: z.enum(['5', '3.1.1']).optional(),
    user: z.string().trim().max(200).optional(),
    password: z.string().max(1000).optional(),
    /** The beginning of the topics of a camera, with placeholders. */
    topic,
    /** The topic that says whether this server is connected. */
    statusTopic: topic,
    /** Seconds between signs of life; 0: none. */
    heartbeatSeconds: z.number().int().min(0).max(86_400).optional(),
    ...alarmAndEventChoice,
    ...severityChoice,
  }),
  fields: [
    { name: 'host', control: 'text', label: 'receivers.mqtt.host' },
    { name: 'port', control: 'number', label: 'receivers.dc09.port', initial: 8883 },
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
      name: 'version',
      control: 'choice',
      label: 'receivers.mqtt.version',
      initial: '5',
      options: [
        { value: '5', label: 'receivers.mqtt.version5' },
        { value: '3.1.1', label: 'receivers.mqtt.version311' },
      ],
    },
    { name: 'user', control: 'text', label: 'receivers.immix.user', optional: true },
    { name: 'password', control: 'secret', label: 'receivers.immix.password', optional: true },
    {
      name: 'topic',
      control: 'text',
      label: 'receivers.mqtt.topic',
      hint: 'receivers.mqtt.topicHint',
      initial: 'winnow/{siteId}/{cameraId}',
    },
    {
      name: 'statusTopic',
      control: 'text',
      label: 'receivers.mqtt.statusTopic',
      hint: 'receivers.mqtt.statusTopicHint',
      initial: 'winnow/status',
    },
    {
      name: 'heartbeatSeconds',
      control: 'number',
      label: 'receivers.mqtt.heartbeat',
      hint: 'receivers.dc09.heartbeatHint',
      initial: 60,
    },
    ...alarmAndEventFields('receivers.filteredHint'),
    severityField,
  ],
  destination: 'host',
  secretFields: ['password'],
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
