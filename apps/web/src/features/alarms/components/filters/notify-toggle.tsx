import { IconBell, IconBellOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../lib/create-store.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { desktopPermission, notifyStore } from '../../state/notify.ts'
import { allowNotifications } from '../../state/notify-hint.ts'

/** Switches notifications of true alarms on and off, and asks the browser for permission. */
export function NotifyToggle() {
  const { t } = useTranslation('alarms')
  const wanted = useStore(notifyStore)
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
  return (
    <IconButton label={t(on ? 'notify.off' : 'notify.on')} aria-pressed={on} onClick={() => void toggle()}>
      {on ? <IconBell size={16} /> : <IconBellOff size={16} />}
    </IconButton>
  )
}
