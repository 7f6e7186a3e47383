import { type KeySpec, keyCaps } from '../lib/commands/keys.ts'
import css from './kbd.module.css'

const isMac = typeof navigator !== 'undefined' && /mac/i.test(navigator.platform)

interface KbdProps {
  keys: KeySpec
  /** Whether to show the key cap also on devices without a keyboard, because the user asked for the list of keys. */
  always?: boolean
}

/** A key cap. Hidden on devices without a keyboard (phones, tablets). */
export function Kbd({ keys, always }: KbdProps) {
  return (
    <span className={css['keys']} data-always={always || undefined}>
      {keyCaps(keys, isMac).map((cap) => (
        <kbd key={cap} className={css['cap']}>
          {cap}
        </kbd>
      ))}
    </span>
  )
}
