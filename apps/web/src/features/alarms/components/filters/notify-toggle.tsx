import { IconBell, IconBellOff, IconBellZ } from '@tabler/icons-react'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../lib/create-store.ts'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { desktopPermission, notifyStore } from '../../state/notify.ts'
import { allowNotifications } from '../../state/notify-hint.ts'
import { quietCount, quietStore, setQuiet } from '../../state/quiet.ts'
import css from './filter-bar.module.css'

/** In quiet mode: the number of true alarms, as a button that ends the mode. */
function QuietBell() {
  const { t } = useTranslation('alarms')
  const formats = useFormats()
  const count = useSyncExternalStore(quietCount.subscribe, quietCount.get)
  const n = formats.number(count)
  return (
    <IconButton
      className={css['door'] ?? ''}
      label={t('notify.quietEnd', { count, n })}
      active
      onClick={() => setQuiet(false)}
    >
      <IconBellZ size={16} />
      {count > 0 && <span className={css['active']}>{n}</span>}
    </IconButton>
  )
}

/** Switches notifications of true alarms on and off, and asks the browser for permission. */
export function NotifyToggle() {
  const { t } = useTranslation('alarms')
  const wanted = useStore(notifyStore)
  const isQuiet = useStore(quietStore)
  const [permission, setPermission] = useState(desktopPermission)
  // If notifications are wanted but the browser was never asked, they never worked. The button shows them as off, and a click asks.
  const on = wanted && permission !== 'default'
  const toggle = async () => {
    if (on) {
      notifyStore.set(false)
      return
    }
    notifyStore.set(true)
    setPermission(await allowNotifications(t))
  }
  if (isQuiet) return <QuietBell />
  return (
    <IconButton label={t(on ? 'notify.off' : 'notify.on')} aria-pressed={on} onClick={() => void toggle()}>
      {on ? <IconBell size={16} /> : <IconBellOff size={16} />}
    </IconButton>
  )
}
