import { type KeySpec, keyCaps } from '../lib/commands/keys.ts'
import css from './kbd.module.css'

const isMac = typeof navigator !== 'undefined' && /mac/i.test(navigator.platform)

/** A key as it looks on the keyboard. */
export function Kbd({ keys }: { keys: KeySpec }) {
  return (
    <span className={css['keys']}>
      {keyCaps(keys, isMac).map((cap) => (
        <kbd key={cap} className={css['cap']}>
          {cap}
        </kbd>
      ))}
    </span>
  )
}
