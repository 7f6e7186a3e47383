import type { Alarm } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { seenMsOf, thirdsOf } from '../../model/track-paths.ts'
import css from './facts.module.css'
import { Fact } from './section.tsx'

/** The paths of people and vehicles in words: who, from where to where, for how long. Nothing if none were to be followed. */
export function PathsFact({ tracks }: Pick<Alarm, 'tracks'>) {
  const { t } = useTranslation('alarms')
  const formats = useFormats()
  if (tracks === null) return null
  const texts = tracks.map((track) => {
    const { from, to } = thirdsOf(track)
    const seenMs = seenMsOf(track)
    const way =
      from === to ? t(`facts.paths.from.${from}`) : `${t(`facts.paths.from.${from}`)} → ${t(`facts.paths.from.${to}`)}`
    const time = seenMs === null ? [] : [t('facts.paths.time', { time: formats.duration(seenMs) })]
    const parts = [...time, t('facts.paths.pictures', { count: track.points.length }), way]
    return `${t(`class.${track.class}`)}: ${parts.join(', ')}`
  })
  return (
    <Fact name={t('facts.paths.title')}>
      {texts.length === 0 && t('facts.paths.none')}
      <ul className={css['plain']}>
        {texts.map((text, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two people may have walked alike
          <li key={index}>{text}</li>
        ))}
      </ul>
    </Fact>
  )
}
