import { z } from 'zod'
import type { ReceiverField } from './definition.ts'

/** The largest clip of a receiver whose settings name none, in KiB: what almost every mail server takes. */
export const USUAL_CLIP_KB = 5_000

/** What messages about alarms carry of their pictures. */
export const clipChoice = {
  /** `clip`: the pictures of the alarm as one MP4. An alarm with a single picture has no clip. */
  attach: z.enum(['picture', 'clip']).optional(),
  /** The largest clip of a message, in KiB; null: `USUAL_CLIP_KB`. It is made smaller until it fits. */
  clipKb: z.number().int().min(50).max(20_000).nullable().optional(),
}

/** The fields of the choice. `hint` says what becomes of the clip. */
export const clipFields = <const Hint extends string>(hint: Hint) =>
  [
    {
      name: 'attach',
      control: 'choice',
      label: 'receivers.clip.attach',
      hint,
      initial: 'picture',
      options: [
        { value: 'picture', label: 'receivers.clip.picture' },
        { value: 'clip', label: 'receivers.clip.clip' },
      ],
    },
    {
      name: 'clipKb',
      control: 'number',
      label: 'receivers.clip.clipKb',
      hint: 'receivers.clip.clipKbHint',
      optional: true,
      when: { field: 'attach', is: 'clip' },
    },
  ] as const satisfies readonly [ReceiverField, ReceiverField]
