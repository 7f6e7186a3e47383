import type { ImportOutcome } from '@winnow/contract'
import { IconBan, IconCheck, IconEqual, IconPencil, IconPlus, IconX } from '@tabler/icons-react'

const ICONS = {
  create: IconPlus,
  update: IconPencil,
  none: IconEqual,
  problem: IconBan,
  failed: IconX,
  done: IconCheck,
} as const

/** The sign of an outcome. The word is beside it. */
export function OutcomeIcon({ outcome }: { outcome: ImportOutcome | 'done' }) {
  const Icon = ICONS[outcome]
  return <Icon size={14} aria-hidden="true" />
}
