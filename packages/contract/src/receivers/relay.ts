import { z } from 'zod'
import { LANGUAGES } from '../values.ts'
import { choice, choiceFields } from './choice.ts'
import { clipChoice, clipFields } from './clip.ts'
import { defineReceiver } from './definition.ts'
import { stationMailConfig, stationServerFields } from './station-mail.ts'

/** The camera's own mail, byte for byte, to an address that reads the mails of cameras. */
export const relay = defineReceiver({
  id: 'relay',
  title: 'receivers.kinds.relay',
  icon: 'mail',
  config: z.object({
    ...stationMailConfig,
    /** Which mails of a burst are relayed. */
    mails: z.enum(['first', 'each']).optional(),
    /** The language of what is sent without a mail of the camera. */
    language: z.enum(LANGUAGES).optional(),
    ...clipChoice,
    ...choice,
  }),
  fields: [
    { name: 'recipient', control: 'text', label: 'receivers.relay.recipient', hint: 'receivers.relay.recipientHint' },
    { name: 'sender', control: 'text', label: 'receivers.immix.sender', hint: 'receivers.relay.senderHint' },
    ...stationServerFields(25),
    {
      name: 'mails',
      control: 'choice',
      label: 'receivers.relay.mails',
      initial: 'first',
      options: [
        { value: 'first', label: 'receivers.relay.first' },
        { value: 'each', label: 'receivers.relay.each' },
      ],
    },
    { name: 'language', control: 'language', label: 'receivers.language', hint: 'receivers.relay.languageHint' },
    ...clipFields('receivers.clip.withoutMail'),
    ...choiceFields('receivers.relay.filteredHint'),
  ],
  destination: 'recipient',
  secretFields: ['password'],
  signs: false,
  capabilities: { test: true, heartbeat: true, pictures: true, clip: true, link: false, cameras: false },
})
