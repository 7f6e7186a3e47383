import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { agoIn } from '../model/ago.ts'

const TICK_MS = 10_000

/** The age of an event; updates itself. */
export function AgoText({ at }: { at: string }) {
  const { t, i18n } = useTranslation('clients')
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const ago = agoIn(new Date(at).getTime(), now)
  if (!ago) return <span>{t('time.justNow')}</span>
  return <span>{new Intl.RelativeTimeFormat(i18n.language).format(-ago.value, ago.unit)}</span>
}
