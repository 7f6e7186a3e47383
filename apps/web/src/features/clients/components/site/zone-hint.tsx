import type { DetailedSite } from '@winnow/contract'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../lib/create-store.ts'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { useUser } from '../../../../lib/session/session.ts'
import { Button } from '../../../../ui/button.tsx'
import { useChangeZone } from '../../../../ui/use-change-zone.ts'
import { suggestedZone } from '../../model/suggested-zone.ts'
import { declinedZonesStore } from '../../state/declined-zones.ts'
import { focusSoon } from '../../state/focus-pane.ts'
import { ZoneDialog, type ZoneQuestion } from './zone-dialog.tsx'
import css from './zone-hint.module.css'

/** Says in which zone the user's own times are shown if that is not the zone of the site, and offers to change it. */
export function ZoneHint({ site }: { site: DetailedSite }) {
  const { t } = useTranslation('clients')
  const { zone: userZone } = useFormats()
  const { defaultSiteTimezone } = useUser().company
  const declined = useStore(declinedZonesStore)
  const changeZone = useChangeZone()
  const [isOpen, setOpen] = useState(false)
  // Kept when the dialog closes, so that its text does not change while it disappears.
  const [question, setQuestion] = useState<ZoneQuestion>()
  const place = useRef<HTMLDivElement>(null)
  const textId = useId()
  const suggested = suggestedZone(site, defaultSiteTimezone, userZone)
  const ask = (zone: string) => {
    setQuestion({ zone, userZone, isDefault: site.ownTimezone === null })
    setOpen(true)
  }
  const answer = (isYes: boolean) => {
    if (!isOpen || !question) return
    setOpen(false)
    if (isYes) changeZone(question.zone)
    else declinedZonesStore.set((zones) => [...new Set([...zones, question.zone])])
    // The button that opened the dialog disappears with the hint.
    focusSoon(() => place.current?.closest<HTMLElement>('section[tabindex]'))
  }
  return (
    <div ref={place}>
      {suggested !== null && !declined.includes(suggested) && (
        <p className={css['hint']}>
          <span id={textId}>{t('site.userZone.hint', { zone: userZone })}</span>
          <Button size="compact-sm" aria-describedby={textId} onClick={() => ask(suggested)}>
            {t('site.userZone.change')}
          </Button>
        </p>
      )}
      {question && (
        <ZoneDialog opened={isOpen} question={question} onYes={() => answer(true)} onNo={() => answer(false)} />
      )}
    </div>
  )
}
